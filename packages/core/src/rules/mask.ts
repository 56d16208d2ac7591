/** Masks personal data: only the beginning and the end stay readable, which is enough to distinguish two values. */
function mask(text: string | null, first: number, last: number): string | null {
  if (text === null) return null
  const letters = [...text]
  if (letters.length <= first + last) return `${letters.slice(0, 1).join('')}***`
  return `${letters.slice(0, first).join('')}***${last > 0 ? letters.slice(-last).join('') : ''}`
}

export interface Owner {
  realName: string | null
  idCard: string | null
  telephone: string | null
  address: string | null
  contract: string | null
}

/** An owner as lists show it. */
export function maskOwner(owner: Owner): Owner {
  return {
    realName: mask(owner.realName, 1, 0),
    idCard: mask(owner.idCard, 3, 2),
    telephone: mask(owner.telephone, 3, 2),
    address: mask(owner.address, 4, 0),
    contract: mask(owner.contract, 2, 2),
  }
}

/** A number with its country code, as logs show it: enough to recognize it. */
export const maskTelephone = (telephone: string): string => mask(telephone, 4, 2)!

/** A mail address as logs show it: whose house it is in stays. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return at < 0 ? '***' : `${mask(email.slice(0, at), 2, 0)}${email.slice(at)}`
}
