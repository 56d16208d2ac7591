import { useBlocker } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { confirm } from './confirm.ts'

/**
 * Asks the user before a page is left whose input would be lost: by a link, by "back", or with the window. What changes the
 * address of the page without leaving it needs no confirmation.
 * @param isSame whether an address still shows what is entered
 */
export function useLeaveGuard(isDirty: () => boolean, isSame: (search: object) => boolean): void {
  const { t } = useTranslation()
  const confirmLeave = () =>
    new Promise<boolean>((resolve) =>
      confirm({
        title: t('ui.form.discardTitle'),
        text: t('ui.form.discardText'),
        okLabel: t('ui.form.discard'),
        onOk: async () => resolve(false),
        onCancel: () => resolve(true),
      }),
    )
  useBlocker({
    shouldBlockFn: ({ current, next }) => {
      if (!isDirty() || (current.pathname === next.pathname && isSame(next.search))) return false
      return confirmLeave()
    },
    enableBeforeUnload: isDirty,
  })
}
