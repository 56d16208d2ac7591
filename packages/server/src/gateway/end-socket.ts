import type { Socket } from 'node:net'
import { bounds, type CloseReason } from './bounds.ts'

/** Ends a socket once what was written to it has left, or in vain has waited for a remote end that does not read. */
export function endSocket(socket: Socket, reason: CloseReason): void {
  if (reason === 'unread') return void socket.destroy()
  socket.destroySoon()
  const timer = setTimeout(() => socket.destroy(), bounds.lastWordsMs).unref()
  socket.once('close', () => clearTimeout(timer))
}
