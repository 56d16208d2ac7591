import { z } from 'zod'
import { byRowId, call, line, rowId } from '../../api/call.ts'
import { listName } from '../../lists/list.ts'

/** Saved views of lists: a filter, columns and an order under a name. They belong to an account. */

const viewed = z.object({
  list: listName,
  name: line(40).min(1),
  filter: z
    .record(z.string().max(40), z.union([z.string().max(20_000), z.number(), z.boolean()]))
    .describe('As the address of the list says it.'),
  columns: z
    .array(z.string().max(40))
    .max(60)
    .nullable()
    .describe('Keys of the columns shown; null: those shown without a choice.'),
})
export const listView = viewed.extend({ id: rowId }).meta({ id: 'ListView' })
export type ListView = z.output<typeof listView>

export const viewCalls = {
  find: call({
    method: 'GET',
    path: '/api/view/find',
    permission: 'session',
    demo: true,
    help: 'The caller’s saved views of a list, by name.',
    input: z.object({ list: listName }),
    output: z.object({ list: z.array(listView) }),
  }),
  save: call({
    path: '/api/view/save',
    permission: 'session',
    help: 'Saves a view of a list; one of the same name is replaced.',
    input: viewed,
    output: listView,
    refusals: ['tooManyViews'],
  }),
  delete: call({
    path: '/api/view/delete',
    permission: 'session',
    help: 'Deletes a saved view.',
    ...byRowId,
  }),
}
