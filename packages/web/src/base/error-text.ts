import type { TFunction } from 'i18next'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from './api.ts'

/** The message shown to the user for a failure, in the language of the page. */
export function errorText(error: unknown, t: TFunction): string {
  if (!(error instanceof ApiError)) return t('result.internal')
  return error.count === undefined
    ? t(`result.${error.result}`)
    : t(`result.${error.result}`, { count: error.count })
}

/** The same, bound to the language of the page. */
export function useErrorText(): (error: unknown) => string {
  const { t } = useTranslation()
  return useCallback((error) => errorText(error, t), [t])
}
