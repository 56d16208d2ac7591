import { useNavigate } from '@tanstack/react-router'
import { limits } from '@trackway/core/codes/limits.ts'
import { foundSimList, simMatchList } from '@trackway/core/features/sim-cards/calls.ts'
import { Button, Flex, Input } from 'antd'
import { useState } from 'react'
import { unknown } from '../../base/format.ts'
import { useTexts } from '../../base/use-texts.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { ListScreen } from '../../ui/list/ListScreen.tsx'
import { ScanField } from '../../ui/scan/ScanField.tsx'
import { MismatchCell } from './MismatchCell.tsx'
import { readNumbers } from './read-numbers.ts'
import { SimStateCell } from './SimStateCell.tsx'

type BenchTab = 'cardSearch' | 'cardClear'

/** At the bench: which card is in which device by their numbers, and matches that are cleared. */
export function SimBenchScreen({ tab }: { tab: BenchTab }) {
  const { t } = useTexts()
  const navigate = useNavigate()
  const [numbers, setNumbers] = useState<readonly string[]>([])
  const given = numbers.length > 0 && { numbers }
  return (
    <Page
      title={t('simCards.benchTitle')}
      tabs={{
        activeKey: tab,
        items: (['cardSearch', 'cardClear'] as const).map((key) => ({
          key,
          label: t(`simCards.tab.${key}`),
        })),
        onChange: (key) => void navigate({ to: `/test/card/${key}` as never }),
      }}
    >
      <div className="tw-inset-on-phone">
        <NumbersPanel numbers={numbers} onNumbers={setNumbers} />
      </div>
      {tab === 'cardSearch' ? (
        numbers.length > 0 ? (
          <ListScreen
            list={foundSimList}
            isLocal
            given={{ numbers }}
            cells={{
              mismatch: (found) => <MismatchCell card={found} />,
              state: ({ state }) => (state === null ? unknown : <SimStateCell card={{ state }} />),
            }}
          />
        ) : (
          <EmptyState title={t('simCards.noNumbers')} text={t('simCards.noNumbersText')} />
        )
      ) : (
        <ListScreen
          key={numbers.join()}
          list={simMatchList}
          isLocal
          given={{ isMatched: 'yes', ...given }}
          cells={{
            mismatch: (card) => <MismatchCell card={card} />,
            state: (card) => <SimStateCell card={card} />,
          }}
          {...(given && { empty: { title: t('simCards.noMatch'), text: t('simCards.noMatchText') } })}
        />
      )}
    </Page>
  )
}

interface NumbersPanelProps {
  numbers: readonly string[]
  onNumbers: (numbers: readonly string[]) => void
}

/** Numbers by scanner, one after the other, or a pasted list. */
function NumbersPanel({ numbers, onNumbers }: NumbersPanelProps) {
  const { t, format } = useTexts()
  const [text, setText] = useState('')
  const [isPasting, setPasting] = useState(false)
  const pasted = readNumbers(text)
  const add = (more: readonly string[]) =>
    onNumbers([...new Set([...more, ...numbers])].slice(0, limits.devicesPerOperation))
  return (
    <Panel label={t('simCards.numbers')}>
      <Flex vertical gap={12}>
        <Flex gap={12} align="center" wrap>
          <ScanField label={t('simCards.scan')} onCode={(code) => add(readNumbers(code))} />
          <Button onClick={() => setPasting(!isPasting)} aria-expanded={isPasting}>
            {t('simCards.paste')}
          </Button>
          {numbers.length > 0 && (
            <>
              <span role="status">
                {t('simCards.given', { count: numbers.length, shown: format.number(numbers.length) })}
              </span>
              <Button type="link" onClick={() => onNumbers([])}>
                {t('simCards.empty')}
              </Button>
            </>
          )}
        </Flex>
        {isPasting && (
          <Flex vertical gap={12} align="start">
            <Input.TextArea
              autoFocus
              rows={6}
              value={text}
              aria-label={t('simCards.paste')}
              placeholder={t('simCards.pasteHint', { max: format.number(limits.devicesPerOperation) })}
              onChange={(event) => setText(event.target.value)}
            />
            <Button
              type="primary"
              disabled={pasted.length === 0 || pasted.length > limits.devicesPerOperation}
              onClick={() => {
                add(pasted)
                setText('')
                setPasting(false)
              }}
            >
              {t('simCards.lookUp')}
            </Button>
          </Flex>
        )}
      </Flex>
    </Panel>
  )
}
