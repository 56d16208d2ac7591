import { z } from 'zod'
import { byRowId, call, page, pageInput, prose, rowId, time } from '../../api/call.ts'
import { datedTime } from '../../api/ruled.ts'
import { languageCodes } from '../../codes/languages.ts'
import { list } from '../../lists/list.ts'

/** Notices to everybody, such as of maintenance, from one time until another. */

export const noticeForms = ['dialog', 'banner'] as const
const form = z.enum(noticeForms).describe('A dialog shown once a session, or a line above every page.')
const texts = z
  .partialRecord(z.enum(languageCodes), prose(2_000).min(1))
  .refine((byLanguage) => Object.keys(byLanguage).length > 0, 'none')
  .describe('By language; English, else Chinese, stands in for those that are missing.')

export const notice = z.object({
  id: rowId,
  form,
  fromTime: time.describe('Shown from then on, epoch ms.'),
  untilTime: time.describe('Shown until then, epoch ms.'),
  texts,
  state: z.enum(['planned', 'shown', 'over']).describe('State: planned, shown or over.'),
})
export type Notice = z.output<typeof notice>

export const noticeCalls = {
  current: call({
    method: 'GET',
    path: '/api/notice/current',
    permission: 'public',
    demo: true,
    help: 'The notices that are shown now, in the language of the caller.',
    output: z.object({
      list: z.array(
        z.object({
          id: rowId,
          form,
          text: z.string().describe('What it says.'),
          untilTime: time.describe('Shown until then, epoch ms.'),
        }),
      ),
    }),
  }),
  find: call({
    path: '/api/notice/find',
    permission: ['main:system_config'],
    demo: true,
    help: 'All notices, newest first.',
    input: pageInput,
    output: page(notice),
  }),
  save: call({
    path: '/api/notice/save',
    permission: ['main:system_config'],
    help: 'Adds a notice, or changes the one with this id.',
    input: z.object({
      id: rowId.optional(),
      form,
      fromTime: datedTime.describe('Shown from then on, epoch ms.'),
      untilTime: datedTime.describe('Shown until then, epoch ms; after `fromTime`.'),
      texts,
    }),
    output: z.object({ id: rowId }),
    refusals: ['notFound'],
  }),
  delete: call({
    path: '/api/notice/delete',
    permission: ['main:system_config'],
    help: 'Deletes a notice.',
    ...byRowId,
  }),
}

export const noticeList = list(noticeCalls.find, {
  name: 'notices',
  rowId: 'id',
  columns: [
    { key: 'text', form: 'text', isFixed: true, card: 'title', of: ({ texts }) => Object.values(texts)[0] },
    { key: 'state', form: 'noticeState', card: 'sign' },
    { key: 'form', form: 'noticeForm' },
    { key: 'fromTime', form: 'instant' },
    { key: 'untilTime', form: 'instant' },
    { key: 'languages', form: 'texts', of: ({ texts }) => Object.keys(texts) },
  ],
})
