/** Messages of terminals: number, name, body, answer. Source: JT/T 808-2011, -2013 and -2019, 8; JT/T 1078 for 10xx and 12xx; makers' own beside their rows. */

import { hex, hexRest, text8, textRest } from '../../wire/texts.ts'
import { oneOf, time6, u8, u16, u32 } from '../../wire/types.ts'
import type { MessageRow } from '../decoding.ts'
import {
  answerAttachment,
  answerLock,
  answerPortableTime,
  answerTime,
  answerVersion,
  resendParts,
} from './answers.ts'
import {
  readControlAnswer,
  readGeneralAnswer,
  readParameters,
  readQuestionAnswer,
  readRecorderData,
  readVideoUpload,
} from './command-results.ts'
import { facts, readTimeZone, readUpgradeResult, readVersion, storedAreas } from './device-facts.ts'
import { readAccelerations, readCan, readDriver } from './driver.ts'
import { mediaRows, readMedia, readMediaList, readShots } from './media.ts'
import {
  answerAuthenticate,
  answerRegister,
  readAttributes,
  readAuthenticate,
  readRegister,
} from './registration.ts'
import {
  readAnsweredReport,
  readBatch,
  readHeartbeat,
  readLock,
  readReport,
  readSleepOrBatch,
} from './reports.ts'
import { readEncodedText, readNumberedText, readWaybill } from './text-results.ts'
import { readTransparent } from './transparent.ts'

const row = (
  name: string,
  kind: MessageRow['kind'],
  answer: MessageRow['answer'],
  read: MessageRow['read'] = () => {},
): MessageRow => ({ name, kind, answer, read })

const attachment = facts({ file: text8, fileType: u8, fileBytes: u32 })

export const uplink: Readonly<Record<number, MessageRow>> = {
  0x0001: row('general answer', 'commandReply', 'none', readGeneralAnswer),
  0x0002: row('heartbeat', 'heartbeat', 'general', readHeartbeat),
  0x0003: row('log out', 'information', 'general'),
  0x0004: row('time request', 'heartbeat', answerTime),
  0x0005: row('resend parts', 'information', resendParts),
  0x0100: row('register', 'login', answerRegister, readRegister),
  0x0102: row('authenticate', 'login', answerAuthenticate, readAuthenticate),
  0x0104: row('parameters', 'information', 'none', readParameters),
  0x0105: row('control answer', 'commandReply', 'none', readControlAnswer), // HOLLOO
  0x0107: row('attributes', 'information', 'general', readAttributes),
  0x0108: row('upgrade result', 'information', 'general', readUpgradeResult),
  0x0109: row('time request', 'heartbeat', answerPortableTime), // S21L
  0x0120: row('ICCID', 'information', 'general', facts({ iccid: textRest })), // GOOME
  0x0200: row('location', 'reports', 'general', readReport),
  0x0201: row('location answer', 'reports', 'none', readAnsweredReport),
  0x0205: row('version', 'information', answerVersion, readVersion), // HOLLOO
  0x020a: row('CAN broadcast', 'information', 'general', facts({ can: hexRest })), // HOLLOO
  0x0210: row('sleep or bulk locations', 'reports', 'general', readSleepOrBatch),
  0x0301: row('event', 'information', 'general', facts({ eventId: u8 })),
  0x0302: row('question answer', 'commandReply', 'general', readQuestionAnswer),
  0x0303: row(
    'information menu',
    'information',
    'general',
    facts({ menuType: u8, menuChoice: oneOf(u8, ['cancel', 'order']) }),
  ),
  0x0500: row('vehicle control answer', 'reports', 'none', readAnsweredReport),
  0x0506: row('heartbeat', 'heartbeat', 'general'), // CC888
  0x0608: row('stored areas', 'information', 'none', facts(storedAreas)),
  0x0700: row('recorder data', 'information', 'none', readRecorderData),
  0x0701: row('waybill', 'commandReply', 'general', readWaybill),
  0x0702: row('driver', 'reports', 'general', readDriver),
  0x0704: row('bulk locations', 'reports', 'general', readBatch),
  0x0705: row('bulk CAN', 'reports', 'general', readCan),
  0x0800: row('media event', 'information', 'general', facts(mediaRows)),
  0x0801: row('media data', 'information', 'none', readMedia),
  0x0802: row('media list', 'information', 'none', readMediaList),
  0x0805: row('shoot answer', 'commandReply', 'none', readShots),
  0x0900: row('transparent', 'information', 'general', readTransparent),
  0x0901: row('compressed', 'information', 'general', facts({ length: u32, gzip: hexRest })),
  0x0a00: row('public key', 'information', 'general', facts({ rsaE: u32, rsaN: hex(128) })),
  0x1003: row('video attributes', 'information', 'none', facts({ videoAttributes: hexRest })),
  0x1005: row(
    'passengers',
    'information',
    'general',
    facts({ from: time6, to: time6, boarded: u16, alighted: u16 }),
  ),
  0x1205: row('stored video', 'information', 'none', facts({ serial: u16, count: u32, videos: hexRest })),
  0x1206: row('video upload', 'commandReply', 'general', readVideoUpload),
  0x1007: row('time zone', 'information', 'general', readTimeZone), // Xinchun
  0x1107: row("maker's attributes", 'information', 'general', facts({ attributes: hexRest })), // Xinchun
  0x1210: row('attachments', 'information', 'general', facts({ attachments: hexRest })),
  0x1211: row('attachment', 'information', 'general', attachment),
  0x1212: row('attachment sent', 'information', answerAttachment, attachment),
  0x1300: row('text answer', 'commandReply', 'none', readNumberedText),
  0x2070: row('accelerations', 'reports', 'none', readAccelerations),
  0x5501: row('lock report', 'reports', answerLock, readLock(false)),
  0x5502: row('lock backlog', 'reports', answerLock, readLock(true)),
  0x6006: row('text answer', 'commandReply', 'general', readEncodedText),
  0x8888: row('photo', 'information', 'general', readMedia), // CC888
}
