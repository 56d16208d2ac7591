import type { SelectQueryBuilder } from 'kysely'

/** Which page is requested, from 1, and how many rows one has. */
export interface Paging {
  pageNum: number
  pageSize: number
}

/** A page of a table, and how many rows there are in all. */
export interface Page<Row> {
  list: Row[]
  total: number
}

/**
 * One page of the rows that a query finds, and how many it finds in all. The query has columns and an order, and
 * neither groups nor a limit.
 */
export async function readPage<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  { pageNum, pageSize }: Paging,
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
