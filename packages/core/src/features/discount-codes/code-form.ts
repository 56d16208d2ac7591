/** The form of discount codes. */

/** Digits and capitals that are not mistaken for each other: twelve of them are 59 bits. */
export const codeLetters = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
export const codeLength = 12

const form = new RegExp(`^[${codeLetters}]{${codeLength}}$`)

/** A code as it is stored, of one that was typed in any case, with blanks or hyphens; null: it is none. */
export function readCode(text: string): string | null {
  const code = text.replace(/[\s\p{Pd}]/gu, '').toUpperCase()
  return form.test(code) ? code : null
}

/** As it is shown: `XXXX-XXXX-XXXX`. */
export function codeText(code: string): string {
  return code.match(/.{1,4}/g)?.join('-') ?? code
}
