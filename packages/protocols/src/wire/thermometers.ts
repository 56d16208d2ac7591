/** Thermometers on one wire. Source: DS18B20 data sheet, "Temperature register" and "64-bit lasered ROM code". */

/** What a DS18B20 and its sisters say until they have measured. */
const powerOnC = 85
const families = ['10', '22', '28']

/** What was measured; null: nothing yet. */
export const measuredC = (celsius: number): number | null => (celsius === powerOnC ? null : celsius)

/** Is it one of those, by the code that it says in hex? */
export const isWireThermometer = (id: string): boolean => families.includes(id.slice(0, 2))
