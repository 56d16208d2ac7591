import type { ItemState } from '../tasks/task-states.ts'

/** How far a move has come: proofs from the weakest to the strongest, and how it can end otherwise. */
export const moveStates = [
  'waiting', // nothing was sent yet
  'sent', // the command is on its way
  'accepted', // the device took the address
  'left', // it is gone from here
  'arrived', // it was seen where it should be
  'cameBack', // it was gone, and is here again
  'failed',
  'skipped',
  'cancelled',
] as const
export type MoveState = (typeof moveStates)[number]

interface ItemOfMove {
  state: ItemState
  /** `send`, `leave` or `arrive`; null: at none yet. */
  step: string | null
  /** `left` or `arrived`, once it is done. */
  result: string | null
  failure: string | null
  /** It logged in here after it had left, although it was sent elsewhere. */
  isBack: boolean
}

/** The state of a move by the item of its task. */
export function moveStateOf({ state, step, result, failure, isBack }: ItemOfMove): MoveState {
  switch (state) {
    case 'queued':
    case 'waiting':
      return step === null || step === 'send' ? 'waiting' : 'accepted'
    case 'offered':
    case 'running':
      return step === 'leave' ? 'accepted' : step === 'arrive' ? 'left' : 'sent'
    case 'done':
      return isBack ? 'cameBack' : result === 'arrived' ? 'arrived' : 'left'
    case 'failed':
      return failure === 'cameBack' ? 'cameBack' : 'failed'
    default:
      return state
  }
}
