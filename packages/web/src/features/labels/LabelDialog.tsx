import { DownloadOutlined } from '@ant-design/icons'
import { keepPreviousData } from '@tanstack/react-query'
import type { InputOf } from '@trackway/core/api/call.ts'
import {
  type LabelDesign,
  labelCalls,
  labelDesign,
  labelLines,
} from '@trackway/core/features/labels/calls.ts'
import { usualCodeText } from '@trackway/core/features/labels/code-text.ts'
import { type LabelSizeName, labelSizeOf, labelsPerSheet } from '@trackway/core/features/labels/sizes.ts'
import { Alert, AutoComplete, Button, Form, Select } from 'antd'
import { ApiError, apiFile } from '../../base/api.ts'
import { useCall } from '../../base/queries/use-call.ts'
import { saveFile } from '../../base/save-file.ts'
import { recall, remember } from '../../base/stored.ts'
import { useTexts } from '../../base/use-texts.ts'
import { urlOf } from '../../base/web-paths.ts'
import { useAction } from '../../ui/actions/use-action.ts'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import styles from './labels.module.css'
import { printFile } from './print-file.ts'

interface LabelDialogProps {
  terminalIDs: readonly string[]
  onClose: () => void
}

type PrintInput = InputOf<typeof labelCalls.print>

/** Thousands of labels take half a minute. */
const printMs = 120_000

const readFile = async (input: PrintInput) => {
  const file = await apiFile(labelCalls.print, input, { timeoutMs: printMs })
  const { terminalIDs: _, ...design } = input
  remember('labelDesign', design)
  return file
}

/** Which label, what is on it, and how it looks; the last choice is there again. Enter prints. */
export function LabelDialog({ terminalIDs, onClose }: LabelDialogProps) {
  const { t, format } = useTexts()
  const count = terminalIDs.length
  const link = `${urlOf('/test/life').href}?number={id}`
  const remembered = labelDesign.safeParse(recall('labelDesign') ?? {}).data ?? labelDesign.parse({})
  return (
    <FormDialog
      call={labelCalls.print}
      isOpen
      title={t('labels.title', { count, shown: format.number(count) })}
      submitLabel={t('labels.print')}
      width={720}
      onClose={onClose}
      initial={{ ...remembered, firstPlace: 1, terminalIDs: [...terminalIDs] }}
      label={(name) => t(`labels.field.${name}`)}
      fields={[
        ['copies', { name: 'size', word: (size) => sizeText(size as LabelSizeName, t) }],
        {
          name: 'firstPlace',
          help: t('labels.firstPlaceHelp'),
          isHidden: ({ size }) => !size || labelSizeOf(size).sheet === null,
          check: (place, { size }) =>
            Number(place) > placesOf(size) && placesOf(size) > 1
              ? t('ui.form.outOfRange', { min: 1, max: placesOf(size) })
              : null,
          checkAfter: ['size'],
        },
        'barcode',
        [
          { name: 'code', word: (code) => t(`labels.code.${code}`) },
          {
            name: 'codeText',
            help: t('labels.codeTextHelp'),
            isHidden: ({ code }) => code === 'none',
            control: <AutoComplete options={[{ value: usualCodeText }, { value: link }]} />,
          },
        ],
        {
          name: 'lines',
          control: (
            <Select
              mode="multiple"
              options={labelLines.map((line) => ({ value: line, label: t(`reports.labelLine.${line}`) }))}
            />
          ),
        },
        <LabelPreview key="preview" terminalIDs={terminalIDs} />,
      ]}
      send={async (input) => {
        const { content, fileName } = await readFile(input)
        printFile(content, fileName)
        return {}
      }}
    />
  )
}

const placesOf = (size: LabelSizeName | undefined) => (size ? labelsPerSheet(labelSizeOf(size)) : 1)

function sizeText(name: LabelSizeName, t: ReturnType<typeof useTexts>['t']): string {
  const { widthMm, heightMm, sheet } = labelSizeOf(name)
  const size = `${widthMm} × ${heightMm} mm`
  return sheet
    ? t('labels.onSheet', { size, count: sheet.columns * sheet.rows })
    : t('labels.onRoll', { size })
}

/** The first label as it is chosen now. */
function LabelPreview({ terminalIDs }: { terminalIDs: readonly string[] }) {
  const { t, format, toText } = useTexts()
  const { act, isBusy } = useAction()
  const values = Form.useWatch([]) as Partial<LabelDesign> | undefined
  const chosen = labelDesign.safeParse(values)
  const input = chosen.success ? { ...chosen.data, terminalIDs: [...terminalIDs] } : null
  const { data, error } = useCall(['labels', input], labelCalls.preview, input, {
    placeholderData: keepPreviousData,
    retry: false,
  })
  const save = () =>
    act(async () => {
      const { content, fileName } = await readFile(input!)
      saveFile(content, fileName)
    })
  if (error)
    return <Alert type="error" showIcon title={toText(error)} description={unknownIDs(error, terminalIDs)} />
  return (
    <div className="tw-column tw-gap-8">
      {data && values?.size && (
        <img
          className={styles.preview}
          style={{
            aspectRatio: `${labelSizeOf(values.size).widthMm} / ${labelSizeOf(values.size).heightMm}`,
          }}
          alt={t('labels.preview')}
          src={`data:image/svg+xml,${encodeURIComponent(data.svg)}`}
        />
      )}
      <div className="tw-row tw-wrap tw-gap-12">
        <span className="tw-muted">
          {data && t('labels.pages', { count: data.pages, shown: format.number(data.pages) })}
        </span>
        <Button icon={<DownloadOutlined />} loading={isBusy} disabled={!data} onClick={() => void save()}>
          {t('labels.save')}
        </Button>
      </div>
    </div>
  )
}

/** Those that the server does not know. */
function unknownIDs(error: Error, terminalIDs: readonly string[]): string | null {
  const issues = error instanceof ApiError ? error.issues : []
  const ids = issues.flatMap(({ path }) => terminalIDs[Number(path.split('.')[1])] ?? [])
  return ids.length > 0 ? ids.join(', ') : null
}
