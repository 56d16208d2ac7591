import { useLanguage } from './language.ts'

/**
 * How pickers write days and minutes: as `Format` writes them beside the picker. What is typed may be written as
 * `2026-11-22` in every language.
 */
export function usePickerFormats() {
  const isEnglish = useLanguage(({ language }) => language.startsWith('en'))
  const day = isEnglish ? 'D MMM YYYY' : 'YYYY-MM-DD'
  return {
    day: [day, 'YYYY-MM-DD'],
    /** Where the year goes without saying. */
    shortDay: isEnglish ? 'D MMM' : 'MM-DD',
    minute: [isEnglish ? `${day}, HH:mm` : `${day} HH:mm`, 'YYYY-MM-DD HH:mm'],
  }
}
