import dayjs from 'dayjs'

/** The name of a day of the week, in the language of the page. @param day 1 Monday to 7 */
export const weekdayName = (day: number) =>
  dayjs('2024-01-01')
    .add(day - 1, 'day')
    .format('dddd')
