import { dictionary } from '@zxcvbn-ts/language-common'

/** The 49,000 that leaked most often, in small letters. */
const common = new Set(dictionary['passwords-common'])

/** Is this among the passwords that are guessed first? The case of letters does not matter. */
export function isCommonPassword(password: string): boolean {
  return common.has(password.toLowerCase())
}
