import { type DestinationStream, type Logger, pino } from 'pino'

export type Log = Logger

/** Structured log on standard error, so that standard output keeps what the start prints for people. */
export function createLog(level: string, destination: DestinationStream = pino.destination(2)): Log {
  return pino({ level, base: null, redact: ['password', 'token', 'authorization'] }, destination)
}
