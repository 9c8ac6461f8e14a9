/**
 * The shapes the server speaks in, for readers and for a type checker. Nothing here runs.
 *
 * Points are always a side's own: 24 farthest, 1 nearest, bar 25, off 0.
 *
 * @typedef {"white" | "black"} Side
 * @typedef {[number, number]} Step one checker moved by one die: its source and the die
 * @typedef {Step[]} Play a whole turn
 * @typedef {number[]} Checkers 26 counts; the index is the own point
 * @typedef {{white: Checkers, black: Checkers}} Position
 * @typedef {"single" | "gammon" | "backgammon"} Level
 *
 * @typedef {object} Cube
 * @property {number} value
 * @property {Side | null} owner null while it lies in the middle
 *
 * @typedef {object} Game
 * @property {Position} position
 * @property {Side | null} starter
 * @property {Side | null} on_roll
 * @property {[number, number] | null} dice
 * @property {Cube} cube
 * @property {{white: number, black: number}} rolls
 * @property {number} throws
 * @property {boolean} crawford
 * @property {{side: Side, level: Level} | null} offer an open resignation
 * @property {{white: [number, number] | null, black: [number, number] | null}} first_dice
 * @property {{winner: Side | null, kind: Level | null, points: number, chips: number} | null} result
 *
 * @typedef {object} MatchState
 * @property {string} phase
 * @property {Side | null} to_act
 * @property {{white: number, black: number}} score
 * @property {number} game_number
 * @property {boolean} crawford_played
 * @property {Side[]} ready
 * @property {Game | null} game
 * @property {{white_ms: number, black_ms: number, running: Side | null, since_ms: number} | null} clock
 * @property {{winner: Side | null, reason: string} | null} outcome
 *
 * @typedef {any} MatchEvent `{type, at_ms, …}` and the fields of its type, as `event_to_dict` writes them
 * @typedef {any} Rules as `rules_to_dict` writes them
 *
 * @typedef {object} Clock
 * @property {number} white_ms reserve left when the turn began
 * @property {number} black_ms
 * @property {Side | null} running
 * @property {number} since_ms when the running side's turn began
 * @property {number} delay_ms what each turn may use before the reserve
 *
 * @typedef {object} Player
 * @property {string} name
 * @property {boolean} bot
 * @property {boolean} guest
 * @property {boolean} online
 *
 * @typedef {object} MatchFacts
 * @property {string} id
 * @property {Player} white
 * @property {Player} black
 * @property {string} title
 * @property {string} back_url
 * @property {number | null} untimed_ms how long an untimed match waits for an action; null where a clock runs
 * @property {number | null} due_ms when the house moves the match on by itself, null for never
 * @property {string} commitment
 * @property {string | null} secret
 *
 * @typedef {object} View everything the page knows about its match
 * @property {number} seq number of the last event applied
 * @property {MatchState} state
 * @property {Rules} rules
 * @property {Play[]} legal
 * @property {Clock | null} clock
 * @property {MatchFacts} match
 *
 * @typedef {object} Variant what the browser must know of a variant to move its checkers
 * @property {"opposed" | "parallel"} geometry
 * @property {number} closed_by how many enemy checkers close a point: 2 (one is hit) or 1
 * @property {"played" | "decides"} opening whether the opening throw is the starter's first roll
 * @property {Checkers} start
 * @property {number} [most] own checkers a point may hold
 * @property {Record<string, string>} [wins] text keys of the kinds of win, where they have names of their own
 * @property {"judged"} [resigning] the position alone says what giving up costs
 */

export {};
