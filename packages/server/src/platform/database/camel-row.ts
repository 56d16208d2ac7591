type Camel<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<Camel<Tail>>}`
  : Name
type Snake<Name extends string> = Name extends `${infer Letter}${infer Rest}`
  ? `${Letter extends Lowercase<Letter> ? Letter : `_${Lowercase<Letter>}`}${Snake<Rest>}`
  : Name

/** A row with its columns under the names of the contract: `car_number` as `carNumber`. */
export function camelRow<Row extends object>(row: Row): { [K in keyof Row & string as Camel<K>]: Row[K] } {
  return renamed(row, (name) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())) as never
}

/** Values under the names of their columns: `carNumber` as `car_number`. */
export function snakeRow<Values extends object>(
  values: Values,
): { [K in keyof Values & string as Snake<K>]: Values[K] } {
  return renamed(values, (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)) as never
}

function renamed(values: object, rename: (name: string) => string): object {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [rename(name), value]))
}
