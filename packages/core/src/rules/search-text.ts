/** Fewer digits than this are part of nearly every plate: only a whole plate or name is found by them. */
const leastSearchedDigits = 3

/**
 * Is the text worth looking for inside names and numbers? Shorter ones find only what is called exactly so. A single
 * letter finds too much, a single Chinese character is a name.
 */
export function isSearchable(text: string): boolean {
  if (/^\d+$/.test(text)) return text.length >= leastSearchedDigits
  return text.length > 1 || /[^\p{ASCII}]/u.test(text)
}

/** Three digits are what people call a plate by, and part of nearly every IMEI: only plates and names have them. */
export function isSoughtInNames(text: string): boolean {
  return /^\d+$/.test(text) && text.length === leastSearchedDigits
}

/** Is it a whole IMEI, terminal id, SIM or ICCID, as people paste them? It is looked up without waiting for more. */
export function isWholeIdentifier(text: string): boolean {
  return /^\d{10,20}$/.test(text)
}
