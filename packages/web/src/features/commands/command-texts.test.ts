import { commandCodes, commandGroups, commandRow } from '@trackway/core/features/commands/commands.ts'
import cn from '@trackway/core/features/commands/texts/cn.json' with { type: 'json' }
import en from '@trackway/core/features/commands/texts/en.json' with { type: 'json' }
import { expect, test } from 'vitest'
import { objectFacts } from '../../ui/form/input-facts.ts'

test('every group, parameter and choice of the catalogue has its text', () => {
  const facts = commandCodes.flatMap((code) => Object.entries(objectFacts(commandRow(code).parameters)))
  const options = facts.flatMap(([, { options = [] }]) => options.map(String))
  const choices = options.filter((option) => !/^\d+$/.test(option))
  for (const { command: texts } of [cn, en]) {
    const missing = (known: object, keys: readonly string[]) => keys.filter((key) => !(key in known))
    expect(missing(texts.group, commandGroups)).toEqual([])
    expect(missing(texts.choice, choices)).toEqual([])
    expect(
      missing(
        texts.field,
        facts.map(([name]) => name),
      ),
    ).toEqual([])
  }
})
