import type { sellerList } from '@trackway/core/features/pay-accounts/calls.ts'
import type { ListUrl } from '../../ui/list/list-url.ts'

/** Parts of the screen; the first is shown where its address names none. */
export const payAccountViews = ['accounts', 'receipt', 'sellers'] as const
type PayAccountView = (typeof payAccountViews)[number]

export type PayAccountsUrl = ListUrl<typeof sellerList> & { view?: PayAccountView | undefined }

export const readPayAccountsUrl = ({ view }: Record<string, unknown>): PayAccountsUrl => ({
  view: payAccountViews.find((each) => each === view),
})
