/**
 * Follows a stream of changed rows (lobby, event): numbered, without a past. Whoever misses a
 * number, or meets a new epoch, greets again and gets a snapshot.
 */

import { onMessage, withSocket } from "./live.js";

/**
 * @param {string} kind "lobby" or "tournament"
 * @param {object} listener
 * @param {(snapshot: any) => void} listener.onSnapshot everything may be different
 * @param {(changes: {row: string, value: any}[]) => void} listener.onChanges
 */
export function followRows(kind, { onSnapshot, onChanges }) {
  let known = { epoch: "", seq: -1 };
  const greet = () => withSocket((socket) => socket.greet());

  onMessage("welcome", ({ snapshot }) => {
    if (snapshot?.type !== `${kind}.snapshot`) return;
    known = { epoch: snapshot.epoch, seq: snapshot.seq };
    onSnapshot(snapshot);
  });
  onMessage(`${kind}.changed`, ({ epoch, seq, changes }) => {
    if (epoch === known.epoch && seq <= known.seq) return;
    const isNext = epoch === known.epoch && seq === known.seq + 1;
    known = { epoch, seq };
    if (isNext) onChanges(changes);
    else greet();
  });
  onMessage("pong", ({ seq }) => {
    if (seq > known.seq) greet();
  });
}
