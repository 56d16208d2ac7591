import { screen } from '../../base/screen.ts'
import { readOrdersUrl } from './orders-url.ts'
import { readSellerOrdersUrl } from './seller/seller-orders-url.ts'

const orderOf = ({ orderNo }: Record<string, unknown>) => ({ orderNo: String(orderNo ?? '') })

export const orderScreens = [
  screen({
    path: '/index/order/list',
    permission: ['main:order'],
    menu: { section: 'orders', label: 'orders.title', covers: ['/index/order/autoRenewal'] },
    search: readOrdersUrl,
    component: async () => (await import('./OrdersScreen.tsx')).OrdersScreen,
  }),
  screen({
    path: '/index/pay/orders',
    permission: ['main:pay'],
    search: readSellerOrdersUrl,
    component: async () => (await import('./seller/SellerOrdersScreen.tsx')).SellerOrdersScreen,
  }),
  screen({
    path: '/payResult',
    permission: ['main:order'],
    // Providers append what they like: of it only that the payer turned back is looked at.
    search: (raw: Record<string, unknown>): { orderNo: string; cancelled?: true } => ({
      ...orderOf(raw),
      ...((raw.cancelled === 1 || raw.cancelled === true) && { cancelled: true as const }),
    }),
    component: async () => (await import('./result/PayResultScreen.tsx')).PayResultScreen,
  }),
  screen({
    path: '/paySandbox',
    permission: ['main:order'],
    search: orderOf,
    component: async () => (await import('./result/SandboxScreen.tsx')).SandboxScreen,
  }),
] as const
