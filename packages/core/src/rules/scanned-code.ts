/**
 * What a barcode scanner typed as the code that was meant. Labels have no standard: bare digits, `IMEI:…`, several
 * numbers in a row, links. Full-width digits come from Chinese keyboards.
 * @returns the IMEI that is in it, else the number that a list begins with, else the ICCID, else the first word, in capitals
 */
export function scannedCode(text: string): string {
  const plain = text.normalize('NFKC').trim().toUpperCase()
  const parts = plain
    .split(/[\s,;|&?=/]+/)
    .flatMap((part) => part.replace(/^(?:IMEI|ICCID|SN|S\/N|ID)[:：]/, '') || [])
  return (
    parts.find(isImei) ??
    (/^\d{10,12}$/.test(parts[0] ?? '') && !isLink(plain) ? parts[0] : undefined) ??
    parts.find((part) => /^89\d{17,18}$/.test(part)) ??
    parts.at(isLink(plain) ? -1 : 0) ??
    ''
  )
}

const isLink = (text: string) => /^HTTPS?:/.test(text)

/** 15 digits, the last one by Luhn over the others. */
function isImei(text: string): boolean {
  if (!/^\d{15}$/.test(text)) return false
  const sum = [...text].reduce((total, digit, at) => {
    const value = at % 2 === 1 ? Number(digit) * 2 : Number(digit)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}
