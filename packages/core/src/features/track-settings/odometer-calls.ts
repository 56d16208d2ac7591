import { z } from 'zod'
import { call, page, pageInput, prose, time } from '../../api/call.ts'
import { given } from '../../lists/filters.ts'
import { list } from '../../lists/list.ts'
import { terminalID } from '../devices/calls.ts'

export const odometerCalls = {
  correct: call({
    path: '/api/odometer/correct',
    permission: ['main:device_history'],
    help: 'Sets what the vehicle’s odometer shows now, recorded with who set it.',
    input: z.object({ terminalID, odometerM: z.number().min(0).max(1e10), note: prose(200).default('') }),
    refusals: ['notFound'],
  }),
  corrections: call({
    method: 'GET',
    path: '/api/odometer/corrections',
    permission: ['main:device_edit'],
    demo: true,
    help: 'Odometer corrections of one device, newest first.',
    input: pageInput.extend({ terminalID }),
    output: page(
      z.object({
        time,
        beforeM: z.number().nullable(),
        odometerM: z.number(),
        note: z.string(),
        username: z.string().nullable(),
      }),
    ),
    refusals: ['notFound'],
  }),
}

export const odometerCorrectionList = list(odometerCalls.corrections, {
  name: 'odometerCorrections',
  rowId: 'time',
  columns: [
    { key: 'time', form: 'instant', isFixed: true, card: 'title' },
    { key: 'beforeM', form: 'odometer' },
    { key: 'odometerM', form: 'odometer' },
    { key: 'note', form: 'text' },
    { key: 'username', form: 'text' },
  ],
  filters: [given('terminalID')],
})
