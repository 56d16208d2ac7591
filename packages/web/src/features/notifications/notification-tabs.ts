/** The parts of the notifications, by their address. */
export const notificationTabs = ['rules', 'receivers', 'deliveries', 'webhooks', 'budgets'] as const
export type NotificationTab = (typeof notificationTabs)[number]
