import { z } from 'zod'
import {
  bulkCall,
  call,
  instant,
  line,
  named,
  page,
  pageInput,
  rowId,
  searchText,
  time,
} from '../../api/call.ts'
import { limits } from '../../codes/limits.ts'
import { choice, given, search } from '../../lists/filters.ts'
import { list } from '../../lists/list.ts'
import { terminalID } from '../devices/calls.ts'
import {
  simActionStages,
  simActions,
  simEventKinds,
  simMismatches,
  simOperators,
  simStates,
} from './sim-codes.ts'

/** SIM cards: what is known of each, the device that it is in, and what does not fit together. */

/** Who imports cards and keeps them; who matches and clears at the bench. */
const keeper = ['test:iccid'] as const
const bench = ['test:card'] as const
const either = ['test:iccid', 'test:card'] as const

const state = z.enum(simStates).describe('Where the card is in its life, whatever its platform calls it.')
const operator = z.enum(simOperators).describe('Whose card it is.')
const mismatch = z
  .enum(simMismatches)
  .describe(
    'What does not fit: `reported` by a device, `entered` for one, or `unmatched`: a device has it, and it is matched to none.',
  )
const numbers = z
  .array(line(40).min(1))
  .min(1)
  .max(limits.devicesPerOperation)
  .describe('ICCIDs of 19 or 20 characters, MSISDNs, IMSIs and ids of devices, each whole.')

/** What devices have to do with a card. */
const devicesOfCard = {
  terminalID: z.string().nullable().describe('Device it is matched to, registered or not; null: none.'),
  displayName: z.string().nullable().describe('Name of that device; null: it is not registered.'),
  username: z.string().nullable().describe('Account of that device.'),
  enteredIccid: z.string().nullable().describe('What was entered for that device.'),
  reportedIccid: z.string().nullable().describe('What that device reports.'),
  enteredTerminalID: z.string().nullable().describe('Device for which this card was entered.'),
  reportedTerminalID: z.string().nullable().describe('Device that reports this card, the last heard of.'),
}

export const simCard = named('SimCard', {
  id: rowId,
  iccid: z.string(),
  msisdn: z.string().nullable().describe('Its number.'),
  imsi: z.string().nullable().describe('IMSI of the card; null: unknown.'),
  operator: operator.describe('Whose card it is.'),
  plan: z.string().nullable().describe('Name of its data plan.'),
  expireTime: time.nullable().describe('When its plan ends, epoch ms.'),
  state,
  rawState: z.string().nullable().describe('The code of its platform; null: nobody was asked.'),
  stateTime: time.nullable().describe('When that was last known, epoch ms.'),
  usedBytes: z.int().nullable().describe('Data used this month, bytes.'),
  usedTime: time.nullable().describe('Until when that is counted, epoch ms.'),
  mismatch: mismatch.nullable().describe('What does not fit card and device; null: all fits.'),
  platformId: rowId.nullable().describe('Account at the operator’s platform that it is asked about at.'),
  platformName: z.string().nullable().describe('What that account is called.'),
  pollFailure: z.string().nullable().describe('Why its platform does not answer for it.'),
  action: z.enum(simActions).nullable().describe('What the platform is told to do with it.'),
  actionStage: z.enum(simActionStages).nullable().describe('How far that is.'),
  actionTime: time.nullable().describe('When it is the card’s turn, or was, epoch ms.'),
  actionFailure: z.string().nullable().describe('Why the platform refused.'),
  createTime: time,
  ...devicesOfCard,
})
export type SimCard = z.output<typeof simCard>

export const foundSim = named('FoundSim', {
  number: z.string().describe('As it was given.'),
  cardId: rowId.nullable().describe('Id of the card; null: there is none.'),
  iccid: z.string().nullable(),
  operator: operator.nullable().describe('Whose card it is, by its number; null: unknown.'),
  state: state.nullable(),
  mismatch: mismatch.nullable().describe('What does not fit card and device; null: all fits.'),
  ...devicesOfCard,
})
export type FoundSim = z.output<typeof foundSim>

export const simEvent = named('SimEvent', {
  id: z.int(),
  time,
  kind: z.enum(simEventKinds).describe('What happened.'),
  terminalID: z.string().nullable().describe('Device that it was about.'),
  from: z.string().nullable().describe('What was before.'),
  to: z.string().nullable().describe('What came.'),
  operator: z.string().nullable().describe('Who did it; null: the platform.'),
})
export type SimEvent = z.output<typeof simEvent>

const filter = {
  search: searchText.optional().describe('Part of an ICCID, number, IMSI, device id or plan.'),
  operator: operator.optional(),
  isMatched: z.enum(['yes', 'no']).optional().describe('Matched to a device or not.'),
  platformId: rowId.optional().describe('Of this account at a platform.'),
  expiresBefore: instant.optional().describe('Whose plan ends before this time.'),
  numbers: numbers.optional(),
}

const find = call({
  path: '/api/simCard/find',
  permission: either,
  demo: true,
  help: 'SIM cards, those that do not fit their device first.',
  input: pageInput.extend({
    ...filter,
    state: state.optional(),
    mismatch: z
      .enum(['any', ...simMismatches])
      .optional()
      .describe('Only those that do not fit: in any way, or so.'),
    sort: z.enum(['checkFirst', 'iccid', 'expireTime', 'usedBytes']).default('checkFirst'),
    isDescending: z.boolean().default(true),
  }),
  output: page(simCard),
})

export const simCardCalls = {
  find,
  counts: call({
    path: '/api/simCard/counts',
    permission: either,
    demo: true,
    help: 'How many SIM cards are in each state, and how many do not fit.',
    input: z.object(filter),
    output: z.object({
      states: z.record(z.enum(simStates), z.int()).describe('By state.'),
      mismatches: z.record(z.enum(simMismatches), z.int()).describe('By what does not fit.'),
      platforms: z
        .array(z.object({ id: rowId, name: z.string() }))
        .describe('Accounts at operators’ platforms that cards can be given to.'),
    }),
  }),
  search: call({
    path: '/api/simCard/search',
    permission: bench,
    demo: true,
    help: 'What is known of each of these numbers: its card, and the devices that have it.',
    input: pageInput.extend({ numbers: numbers.optional() }),
    output: page(foundSim),
  }),
  history: call({
    path: '/api/simCard/history',
    permission: either,
    demo: true,
    help: 'What happened to one card, newest first.',
    input: pageInput.extend({ id: rowId }),
    output: page(simEvent),
    refusals: ['notFound'],
  }),
  match: call({
    path: '/api/simCard/match',
    permission: either,
    help: 'Matches a card to a device, registered or not. A registered one gets its ICCID; what was matched before is not any more.',
    input: z.object({ id: rowId, terminalID }),
    refusals: ['notFound'],
  }),
  fix: bulkCall(find, rowId, {
    path: '/api/simCard/fix',
    permission: either,
    help: 'Makes cards and devices fit: what a device reports counts, else the match, else what was entered.',
    refusals: ['notFound'],
  }),
  clear: bulkCall(find, rowId, {
    path: '/api/simCard/clear',
    permission: bench,
    help: 'Takes cards off their devices, whose ICCID is emptied.',
    more: {
      confirm: z.union([z.int(), z.string().max(10)]).describe('The number of cards, typed to confirm.'),
    },
    refusals: ['notFound', 'confirmationWrong'],
  }),
  edit: bulkCall(find, rowId, {
    path: '/api/simCard/edit',
    permission: keeper,
    help: 'Changes what is known of cards. What is left out stays.',
    more: {
      simOperator: operator.optional(),
      plan: line(64).nullish().describe('Name of the data plan.'),
      expireTime: instant.nullish().describe('When the plan ends.'),
      platformId: rowId.nullish().describe('Account at a platform; null: none.'),
    },
    refusals: ['notFound'],
  }),
  order: bulkCall(find, rowId, {
    path: '/api/simCard/order',
    permission: keeper,
    help: 'Has the operator’s platform stop, resume or activate cards: soon, and not more often than it allows.',
    more: { action: z.enum(simActions) },
    refusals: ['notFound', 'simWithoutPlatform', 'simActionImpossible'],
  }),
  cancelOrder: bulkCall(find, rowId, {
    path: '/api/simCard/cancelOrder',
    permission: keeper,
    help: 'Takes back what the platform was not told yet, and puts away what it refused.',
    refusals: ['notFound', 'simActionImpossible'],
  }),
  remove: bulkCall(find, rowId, {
    path: '/api/simCard/remove',
    permission: keeper,
    help: 'Deletes cards from the list. Devices keep their ICCID.',
    more: {
      confirm: z.union([z.int(), z.string().max(10)]).describe('The number of cards, typed to confirm.'),
    },
    refusals: ['notFound', 'confirmationWrong'],
  }),
}

const cardColumns = [
  { key: 'iccid', form: 'identifier', sort: true, isFixed: true, card: 'title' },
  { key: 'mismatch', name: 'simMismatch', form: 'simMismatch' },
  { key: 'terminalID', name: 'simDevice', form: 'identifier' },
  { key: 'state', name: 'simState', form: 'simState', card: 'sign' },
  { key: 'operator', name: 'simOperator', form: 'simOperator' },
  { key: 'msisdn', form: 'identifier' },
] as const

const confirmed = { confirms: 'confirm', isDangerous: true } as const
const clearAction = { name: 'simClear', call: simCardCalls.clear, ...confirmed }

export const simCardList = list(simCardCalls.find, {
  name: 'simCards',
  rowId: 'id',
  columns: [
    ...cardColumns,
    { key: 'plan', form: 'text' },
    { key: 'expireTime', form: 'term', sort: true },
    { key: 'usedBytes', name: 'simUsed', form: 'bytes', sort: true },
    { key: 'usedTime', name: 'simUsedTime', form: 'age', isOptional: true },
    { key: 'stateTime', name: 'simStateTime', form: 'age', isOptional: true },
    { key: 'rawState', name: 'simRawState', form: 'text', isOptional: true },
    { key: 'imsi', form: 'identifier', isOptional: true },
    { key: 'displayName', form: 'text', isOptional: true },
    { key: 'username', form: 'text', isOptional: true },
    { key: 'enteredIccid', name: 'simEntered', form: 'identifier', isOptional: true },
    { key: 'reportedIccid', name: 'simReported', form: 'identifier', isOptional: true },
    { key: 'enteredTerminalID', name: 'simEnteredFor', form: 'identifier', isOptional: true },
    { key: 'reportedTerminalID', name: 'simReportedBy', form: 'identifier', isOptional: true },
    { key: 'platformName', name: 'simPlatform', form: 'text', isOptional: true },
    { key: 'pollFailure', name: 'simPollFailure', form: 'simFailure', isOptional: true },
    { key: 'createTime', name: 'enteredTime', form: 'instant', isOptional: true },
  ],
  filters: [
    search(),
    choice('operator', simOperators, 'reports.simOperator'),
    choice('isMatched', ['yes', 'no'], 'simLists.matched'),
    given('state'),
    given('mismatch'),
    given('platformId'),
    given('expiresBefore'),
    given('numbers'),
  ],
  bulk: [
    { name: 'simFix', call: simCardCalls.fix },
    { name: 'simEdit', call: simCardCalls.edit, fieldKeys: ['simOperator'] },
    { name: 'simStop', call: simCardCalls.order, input: { action: 'stop' }, isDangerous: true },
    { name: 'simResume', call: simCardCalls.order, input: { action: 'resume' }, isDangerous: true },
    { name: 'simCancel', call: simCardCalls.cancelOrder },
    clearAction,
    { name: 'simRemove', call: simCardCalls.remove, ...confirmed },
  ],
})

/** The matches that may be cleared. */
export const simMatchList = list(simCardCalls.find, {
  name: 'simMatches',
  rowId: 'id',
  columns: [
    ...cardColumns,
    { key: 'displayName', form: 'text' },
    { key: 'username', form: 'text' },
    { key: 'reportedIccid', name: 'simReported', form: 'identifier', isOptional: true },
  ],
  filters: [
    search(),
    choice('operator', simOperators, 'reports.simOperator'),
    given('numbers'),
    given('isMatched'),
  ],
  bulk: [clearAction],
})

export const foundSimList = list(simCardCalls.search, {
  name: 'foundSims',
  rowId: 'number',
  columns: [
    { key: 'number', name: 'simNumber', form: 'identifier', isFixed: true, card: 'title' },
    { key: 'iccid', form: 'identifier' },
    { key: 'mismatch', name: 'simMismatch', form: 'simMismatch' },
    { key: 'terminalID', name: 'simDevice', form: 'identifier' },
    { key: 'displayName', form: 'text' },
    { key: 'username', form: 'text' },
    { key: 'enteredTerminalID', name: 'simEnteredFor', form: 'identifier' },
    { key: 'reportedTerminalID', name: 'simReportedBy', form: 'identifier' },
    { key: 'reportedIccid', name: 'simReported', form: 'identifier', isOptional: true },
    { key: 'state', name: 'simState', form: 'simState', card: 'sign' },
    { key: 'operator', name: 'simOperator', form: 'simOperator' },
  ],
  filters: [given('numbers')],
})

export const simEventList = list(simCardCalls.history, {
  name: 'simEvents',
  rowId: 'id',
  columns: [
    { key: 'time', form: 'instant', isFixed: true, card: 'title' },
    { key: 'kind', name: 'simEventKind', form: 'simEventKind', isFixed: true, card: 'sign' },
    { key: 'terminalID', name: 'simDevice', form: 'identifier' },
    { key: 'from', name: 'before', form: 'simEventValue' },
    { key: 'to', name: 'after', form: 'simEventValue' },
    { key: 'operator', name: 'simBy', form: 'text' },
  ],
  filters: [given('id')],
})
