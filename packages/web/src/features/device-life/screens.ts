import { screen } from '../../base/screen.ts'

interface LifeUrl {
  number?: string | undefined
}

export const deviceLifeScreens = [
  screen({
    path: '/test/life',
    permission: ['test:qc', 'test:stock', 'test:iccid', 'test:card', 'test:id', 'test:gw005'],
    menu: { section: 'factory', label: 'deviceLife.title', group: 'stock' },
    // A code of digits alone is a text, too.
    search: ({ number }: Record<string, unknown>): LifeUrl => ({
      number: number === undefined ? undefined : String(number),
    }),
    component: async () => (await import('./LifeScreen.tsx')).LifeScreen,
  }),
] as const
