/** Formats the specification asks for (S2 section 5). Patterns only: messages belong to the interface. */

/** 7 to 20 digits: an IMEI, an 808 number or a maker's serial. */
export const terminalIdPattern = /^[0-9]{7,20}$/
export const simPattern = /^(?:[0-9A-Za-z]{11}|[0-9A-Za-z]{13})$/
export const usernamePattern = /^[\p{L}\p{N}_.@-]{2,40}$/u
/** ICCIDs have 19 or 20 characters; the last ones may be letters on some operators' cards. */
export const iccidPattern = /^[0-9]{18}[0-9A-Za-z]{1,2}$/
/** Mainland mobile number, 400/800 service number, or landline with area code. */
export const telephonePattern = /^(?:1[3-9]\d{9}|[48]00-?\d{3}-?\d{4}|0\d{2,3}-?[2-9]\d{6,7}(?:-\d{1,6})?)$/
/** Provincial prefix, a letter, four letters or digits, then a letter, digit or special character. */
export const carPlatePattern =
  /^[京津沪渝冀豫云辽黑湘皖鲁新苏浙赣鄂桂甘晋蒙陕吉闽贵粤青藏川宁琼使领][A-Z][A-Z0-9]{4}(?:[A-Z0-9]{1,2}|[挂学警港澳])$/

/** The digit that makes `digits` and it pass the Luhn check. */
export function luhnDigit(digits: string): string {
  let sum = 0
  for (let i = 0; i < digits.length; i++) {
    const digit = Number(digits[digits.length - 1 - i])
    const doubled = i % 2 === 0 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return String((10 - (sum % 10)) % 10)
}

/** Is the last digit of this IMEI the Luhn check of the others? */
export const isLuhnValid = (digits: string): boolean => luhnDigit(digits.slice(0, -1)) === digits.at(-1)

/** Fifteen digits, not all zeros, of which the last one is right. */
export const isImei = (text: string): boolean =>
  /^\d{15}$/.test(text) && !/^0+$/.test(text) && isLuhnValid(text)
