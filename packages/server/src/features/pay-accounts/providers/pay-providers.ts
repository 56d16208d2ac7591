import type { PayProvider } from './pay-provider.ts'
import { weixin } from './weixin.ts'

/** The payment providers. */
export const payProviders: readonly PayProvider[] = [weixin]
