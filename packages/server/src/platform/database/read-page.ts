import type { SelectQueryBuilder } from 'kysely'

/**
 * One page of the rows that a query finds, and how many it finds in all. The query has columns and an order, and
 * neither groups nor a limit.
 */
export async function readPage<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  { pageNum, pageSize }: { pageNum: number; pageSize: number },
) {
  const { total } = await query
    .clearSelect()
    .clearOrderBy()
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .$castTo<{ total: number }>()
    .executeTakeFirstOrThrow()
  const list = await query
    .limit(pageSize)
    .offset((pageNum - 1) * pageSize)
    .execute()
  return { list, total }
}
