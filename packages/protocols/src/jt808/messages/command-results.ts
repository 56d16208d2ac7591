/** What a terminal answers to commands. Source: JT/T 808-2013 and -2019, 8 "Terminal general answer", "Parameters answer", "Question answer", "Recorder data"; JT/T 1078 for 1206; HOLLOO (0105). */
import type { CommandReply } from '../../protocol.ts'
import { type BodyReader, body, readBody } from '../../wire/body.ts'
import { hex, hexRest } from '../../wire/texts.ts'
import { u8, u16 } from '../../wire/types.ts'
import type { Decoding } from '../decoding.ts'
import { parameterList } from './parameters.ts'

const results: readonly CommandReply['result'][] = ['success', 'failed', 'wrong', 'unsupported', 'busy']

export const generalAnswer = body({ serial: u16, answeredId: hex(2), result: u8 })

/** Parts of a file are no commands: there are thousands of them. */
const upgradeAnswered = '8108'

export function readGeneralAnswer(r: BodyReader, { message }: Decoding): void {
  const { serial = null, answeredId, result } = readBody(generalAnswer, r)
  const verdict = results[result ?? 1] ?? 'failed'
  if (answeredId === upgradeAnswered && serial !== null) {
    message.file = { kind: 'part', serial, result: verdict }
    return
  }
  message.command = { correlation: serial, result: verdict }
  message.information = { answeredId: answeredId ?? '' }
}

export function readParameters(r: BodyReader, { message }: Decoding): void {
  const { serial = 0, parameters = {} } = readBody(parametersBody, r)
  message.command = { correlation: serial, result: 'success' }
  message.information = { parameters }
}

const parametersBody = body({ serial: u16, count: u8, parameters: parameterList })

const controlAnswer = body({ serial: u16, control: u8, result: u8, reserved: hexRest })

export function readControlAnswer(r: BodyReader, { message }: Decoding): void {
  const { serial = null, result, control } = readBody(controlAnswer, r)
  message.command = {
    correlation: serial,
    result: result === 0 ? 'success' : result === 1 ? 'unsupported' : 'failed',
    text: `control ${control}, result ${result}`,
  }
}

const recorderData = body({ serial: u16, recorderCommand: u8, recorderData: hexRest })

export function readRecorderData(r: BodyReader, { message }: Decoding): void {
  const { serial = null, ...rest } = readBody(recorderData, r)
  message.command = { correlation: serial, result: 'success' }
  message.information = rest
}

const questionAnswer = body({ serial: u16, answerId: u8 })

export function readQuestionAnswer(r: BodyReader, { message }: Decoding): void {
  const { serial = null, answerId } = readBody(questionAnswer, r)
  message.command = { correlation: serial, result: 'success', text: `answer ${answerId}` }
}

const videoUpload = body({ serial: u16, result: u8 })

export function readVideoUpload(r: BodyReader, { message }: Decoding): void {
  const { serial = null, result } = readBody(videoUpload, r)
  message.command = { correlation: serial, result: result === 0 ? 'success' : 'failed' }
}
