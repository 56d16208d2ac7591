/**
 * A value as a part of a sentence. One with letters that run from right to left is isolated (Unicode FSI … PDI), else
 * it would reverse the text around it: numbers, brackets, a full stop.
 */
export function isolated(value: string): string {
  return rightToLeft.test(value) ? `\u2068${value}\u2069` : value
}
const rightToLeft = /[\p{sc=Hebrew}\p{sc=Arabic}\p{sc=Syriac}\p{sc=Thaana}\p{sc=Nko}\p{sc=Adlam}]/u

/** A text with its `{{names}}` filled in; those without a value are left out. */
export function fillIn(text: string, values: Record<string, string | number>): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => isolated(String(values[name] ?? '')))
}
