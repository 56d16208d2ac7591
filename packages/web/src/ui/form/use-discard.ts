import type { FormInstance } from 'antd'
import { useTranslation } from 'react-i18next'
import { confirm } from './confirm.ts'

/** Goes on at once, or, where something was entered, after asking whether that may be lost. */
export function useDiscard(form: FormInstance): (goOn: () => void) => void {
  const { t } = useTranslation()
  return (goOn) => {
    if (!form.isFieldsTouched()) return goOn()
    confirm({
      title: t('ui.form.discardTitle'),
      text: t('ui.form.discardText'),
      okLabel: t('ui.form.discard'),
      onOk: async () => goOn(),
    })
  }
}
