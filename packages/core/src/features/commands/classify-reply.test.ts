import { expect, test } from 'vitest'
import {
  classifyReply,
  isAbout,
  type OilReply,
  oilReplyOf,
  type ReplyClass,
  resultOf,
} from './classify-reply.ts'
import type { CommandCode } from './commands.ts'

// Texts of firmware and manuals as reference commands.md 2 and 3 lists them.
test.each<[string, CommandCode, ReplyClass, OilReply | null]>([
  [
    'Already in the state of fuel supply cut off, the command is not running!',
    'oilCut',
    'already',
    'alreadyCut',
  ],
  ['Cut off the fuel supply: Success!', 'oilCut', 'success', 'cut'],
  ['Cut off the fuel supply: Success! Speed: 12Km/h.', 'oilCut', 'success', 'cut'],
  [
    'GPS not fixed, Cut off the fuel supply operation delay execution!',
    'oilCut',
    'pending',
    'failedCondition',
  ],
  ['Cut off the fuel supply: Delay! GPS not fixed', 'oilCut', 'pending', 'failedCondition'],
  [
    'Speed  exceeds the safety limit: 43km /h, Cut off the fuel supply operation delay execution!',
    ...(['oilCut', 'pending', 'failedCondition'] as const),
  ],
  ['Cut off the power supply: Delay! ACC ON.', 'oilCut', 'pending', 'failedCondition'],
  ['Restore fuel supply:Success!', 'oilRestore', 'success', 'restored'],
  [
    'Already in the state of fuel supply to resume, the command is not running!',
    ...(['oilRestore', 'already', 'alreadyRestored'] as const),
  ],
  [
    'cancelled the command of cutting-off fuel supply; fuel supply is on.',
    ...(['oilRestore', 'cancelled', 'cancelled'] as const),
  ],
  [
    'The command is not from the center number, The command is not executed!',
    ...(['oilCut', 'refused', 'failedLater'] as const),
  ],
  ['DYD=Success!', 'oilCut', 'success', 'cut'],
  ['HFYD=Success!', 'oilRestore', 'success', 'restored'],
  ['DYD=Unvalued Fix', 'oilCut', 'refused', 'failedCondition'],
  ['DYD=Speed Limit, Speed 40km/h', 'oilCut', 'refused', 'failedCondition'],
  ['HFYD=Fail!', 'oilRestore', 'refused', 'failedLater'],
  ['The oil has been cut', 'oilCut', 'already', 'alreadyCut'],
  ['Oil Resume', 'oilRestore', 'already', 'alreadyRestored'],
  ['GPS has Not FIXED', 'oilCut', 'pending', 'failedCondition'],
  ['control oil Failed', 'oilCut', 'refused', 'failedLater'],
  ['RELAY,ERROR:103', 'oilCut', 'refused', 'failedLater'],
  ['RELAY 1 OK', 'oilCut', 'success', 'cut'],
  ['SET RELAY ENABLE OK,RELAY:1#', 'oilCut', 'success', 'cut'],
  ['SET RELAY DELAY, SPEED IS MORE THAN 20KM/H#', 'oilCut', 'pending', 'failedCondition'],
  ['SET RELAY DELAY, GPS UNFIXED#', 'oilCut', 'pending', 'failedCondition'],
  ['Stop engine Succeed', 'oilCut', 'success', 'cut'],
  ['Resume engine Succeed', 'oilRestore', 'success', 'restored'],
  ['it will be executed after speed less than 20KM/H', 'oilCut', 'pending', 'failedCondition'],
  ['切断油电成功！', 'oilCut', 'success', 'cut'],
  ['恢复油电成功！', 'oilRestore', 'success', 'restored'],
  ['终端已处于断油电状态，本指令不再执行！', 'oilCut', 'already', 'alreadyCut'],
  ['切断油电延后执行，GPS未定位', 'oilCut', 'pending', 'failedCondition'],
  ['来自非法中心号码的指令不执行！', 'oilCut', 'refused', 'failedLater'],
  ['断油电指令已取消，油电现为接通状态。', 'oilRestore', 'cancelled', 'cancelled'],
  ['OK!', 'timer', 'success', null],
  ['TIMER=OK', 'timer', 'success', null],
  ['TIMER set ok. Now data upload period is 20 seconds.', 'timer', 'success', null],
  ['Error: Parameter 2 (5~18000)', 'timer', 'refused', null],
  ['Error: Number of parameters error!', 'timer', 'refused', null],
  ['TIMER,ERROR:104', 'timer', 'refused', null],
  ['Password error!', 'timer', 'refused', null],
  ['ERROR:The domain name or IP is locked,not allowed to modify.', 'server', 'refused', null],
  ['Error: The platform addresses are Locked modify!', 'server', 'refused', null],
  ['UNLOCKIP_OK', 'server', 'success', null],
  ['GPS not fixed, Please set again after GPS fixed!', 'fenceOn', 'refused', null],
  ['request timeout', 'timer', 'timeout', null],
  ['超时', 'timer', 'timeout', null],
  ['', 'timer', 'timeout', null],
  ['the token is new', 'timer', 'unknown', null],
  ['ÿþ\u0001gibberish', 'timer', 'unknown', null],
])('%s, to %s, is %s', (text, code, expected, oil) => {
  expect(classifyReply(text, { code, isQuery: false })).toBe(expected)
  expect(oilReplyOf(text, code)).toBe(oil)
})

test('the answer to a question is its value, whatever words stand in it', () => {
  const about = { code: 'settings', isQuery: true } as const
  expect(classifyReply('IMEI:860;TIMER:10;Alarm:FAIL', about)).toBe('query')
  expect(classifyReply('Error: Password error!', about)).toBe('refused')
})

test('results have the numbers that clients know: success 1, timeout 2, anything else 3', () => {
  expect(resultOf('already', 'oilCut')).toBe(1)
  expect(resultOf('query', 'status')).toBe(1)
  expect(resultOf('timeout', 'timer')).toBe(2)
  expect(resultOf('refused', 'timer')).toBe(3)
  expect(resultOf('unknown', 'timer')).toBe(3)
  expect(resultOf('pending', 'oilCut')).toBeNull()
  expect(resultOf('cancelled', 'oilRestore')).toBe(1)
})

test('an answer without a number is told by its words', () => {
  expect(isAbout('Cut off the fuel supply: Success!', 'RELAY,1#', 'oilCut')).toBe(true)
  expect(isAbout('TIMER OK', 'RELAY,1#', 'oilCut')).toBe(false)
  expect(isAbout('OK! SOS1:123', 'SOS,A,123#', 'sos')).toBe(true)
})
