import { useTexts } from '../../base/use-texts.ts'
import styles from './print.module.css'
import './print.css'
import { type PrintFacts, usePrintFacts } from './print-head.ts'

interface PrintHeadProps {
  title: string
  /** Beside those of the page. */
  more?: PrintFacts | undefined
}

/** The head of a printed report: its title, whose and which days it is of, and when it was printed. */
export function PrintHead({ title, more = [] }: PrintHeadProps) {
  const { t, format } = useTexts()
  const facts = [
    ...(usePrintFacts() ?? []),
    ...more,
    [t('ui.print.printed'), format.minute(Date.now())] as const,
  ]
  return (
    <header className={styles.head}>
      <h2>{title}</h2>
      <dl>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </header>
  )
}
