/**
 * What the house says of talk, as docs/chat.md has it. Types only.
 *
 * @typedef {object} Line one line of a room
 * @property {number} id
 * @property {string} name
 * @property {boolean} is_staff
 * @property {boolean} is_organiser
 * @property {string} text
 * @property {string} phrase key of a quick phrase, which everybody reads in his own language; or ""
 * @property {{id: number, name: string} | null} reply_to
 * @property {number} at_ms
 *
 * @typedef {object} Refusal why something may not be said
 * @property {string} code
 * @property {string} message for people, in the reader's language
 * @property {{until?: string | null}} [data] until: when it ends by itself, ISO 8601
 *
 * @typedef {object} Room a room as it is when it is opened
 * @property {string} room
 * @property {string} title
 * @property {Line[]} messages
 * @property {boolean} has_more
 * @property {number} unread
 * @property {number} read_id
 * @property {boolean} is_hidden
 * @property {boolean} is_off
 * @property {Refusal | null} refusal why its reader may not speak now
 * @property {number} slow_s
 * @property {boolean} is_calm
 * @property {{count: number, names: string[]}} here
 * @property {string[]} muted
 * @property {boolean} may_moderate
 * @property {boolean} may_organise
 */

export {};
