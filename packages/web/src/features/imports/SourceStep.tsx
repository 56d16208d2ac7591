import { InboxOutlined } from '@ant-design/icons'
import { Link } from '@tanstack/react-router'
import { importCalls } from '@trackway/core/features/imports/calls.ts'
import { columnOf, type ImportColumnKey } from '@trackway/core/features/imports/columns.ts'
import {
  type ImportKindName,
  kindOf,
  maxRowsOf,
  offeredColumns,
} from '@trackway/core/features/imports/kinds.ts'
import { Alert, Button, Flex, Input, Segmented, Upload } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { saveFile } from '../../base/save-file.ts'
import { useUser } from '../../base/session.ts'
import { readSheet, readText, type SheetRows, toSheet } from '../../base/sheets/sheet-files.ts'
import { useTexts } from '../../base/use-texts.ts'
import { Panel } from '../../ui/layout/Panel.tsx'

export interface Source extends SheetRows {
  /** Null: the rows were pasted, scanned or corrected. */
  file: File | null
}

const ways = ['file', 'paste', 'scan'] as const

/** Where the rows come from: a file, cells of a spreadsheet, or a barcode scanner, which types and presses Enter. */
export function SourceStep({ name, onSource }: { name: ImportKindName; onSource: (source: Source) => void }) {
  const { t, format } = useTexts()
  const { permissions } = useUser()
  const [way, setWay] = useState<(typeof ways)[number]>(kindOf(name).isImei ? 'scan' : 'file')
  const [text, setText] = useState('')
  const [scanned, setScanned] = useState<string[]>([])
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)

  const read = async (file: File | null, load: () => Promise<SheetRows>) => {
    setIsBusy(true)
    setFailure(null)
    try {
      const sheet = await load()
      const { rows } = sheet
      if (rows.length === 0) setFailure(t('imports.source.empty'))
      else if (rows.length > maxRowsOf(name) + 1)
        setFailure(t('imports.source.tooMany', { max: format.number(maxRowsOf(name)) }))
      else onSource({ ...sheet, file })
    } catch {
      setFailure(t('imports.source.unreadable'))
    } finally {
      setIsBusy(false)
    }
  }
  const saveTemplate = async () => {
    const kind = kindOf(name)
    const columns = offeredColumns(kind.columns, permissions)
    const head = columns.map((key) => t(`imports.column.${key}`) + (kind.required.includes(key) ? ' *' : ''))
    const sheet = await toSheet([head, columns.map((key) => exampleOf(key))])
    saveFile(sheet, `${t(`reports.importKind.${name}`)}.xlsx`)
  }
  return (
    <Panel label={t('imports.source.title')}>
      <Flex vertical gap={16}>
        <Flex gap={12} align="center" wrap justify="space-between">
          <Segmented
            value={way}
            onChange={setWay}
            options={ways.map((value) => ({ value, label: t(`imports.source.${value}`) }))}
          />
          <Button onClick={() => void saveTemplate()}>{t('imports.source.template')}</Button>
        </Flex>
        {way === 'file' && (
          <Upload.Dragger
            accept=".xlsx,.csv,.txt"
            showUploadList={false}
            disabled={isBusy}
            beforeUpload={(file) => {
              void read(file, () => readSheet(file))
              return false
            }}
          >
            <InboxOutlined className="tw-accent tw-size-32" />
            <p>{t(isBusy ? 'imports.source.reading' : 'imports.source.drop')}</p>
            <p className="tw-muted tw-small">
              {t('imports.source.dropNote', { max: format.number(maxRowsOf(name)) })}
            </p>
          </Upload.Dragger>
        )}
        {way === 'paste' && (
          <>
            <Input.TextArea
              rows={10}
              value={text}
              aria-label={t('imports.source.paste')}
              placeholder={t('imports.source.pasteHint')}
              onChange={(event) => setText(event.target.value)}
            />
            <Button
              type="primary"
              className="tw-start"
              loading={isBusy}
              disabled={text.trim() === ''}
              onClick={() => void read(null, () => readText(text))}
            >
              {t('imports.source.go')}
            </Button>
          </>
        )}
        {way === 'scan' && <ScanSource scanned={scanned} onScanned={setScanned} onSource={onSource} />}
        <p className="tw-muted tw-small">
          {t('imports.source.api')}{' '}
          <Link
            to="/index/help/$page"
            params={{ page: 'interface' }}
            search={{ call: importCalls.start.path }}
          >
            <code>{importCalls.start.path}</code>
          </Link>{' '}
          <code>{`"kind": "${name}"`}</code>
        </p>
        {failure && <Alert type="error" showIcon role="alert" title={failure} />}
      </Flex>
    </Panel>
  )
}

interface ScanSourceProps {
  scanned: readonly string[]
  onScanned: (codes: string[]) => void
  onSource: (source: Source) => void
}

function ScanSource({ scanned, onScanned, onSource }: ScanSourceProps) {
  const { t } = useTranslation()
  return (
    <>
      <Input
        autoFocus
        aria-label={t('imports.source.scan')}
        placeholder={t('imports.source.scanHint')}
        onPressEnter={(event) => {
          const code = codeOfScan(event.currentTarget.value)
          if (code !== '' && !scanned.includes(code)) onScanned([code, ...scanned])
          event.currentTarget.select()
        }}
      />
      <output className="tw-scroll-short tw-scroll tw-grid tw-gap-4">
        {scanned.slice(0, 50).map((code) => (
          <span key={code} className="tw-number">
            {code}
          </span>
        ))}
      </output>
      <Button
        type="primary"
        className="tw-start"
        disabled={scanned.length === 0}
        onClick={() =>
          onSource({ file: null, encoding: null, rows: scanned.toReversed().map((code) => [code]) })
        }
      >
        {t('imports.source.goScanned', { count: scanned.length })}
      </Button>
    </>
  )
}

/** What a label holds: scanners type full-width digits through an input method, labels write `IMEI:` before the number. */
const codeOfScan = (text: string) =>
  text
    .normalize('NFKC')
    .trim()
    .replace(/^(?:IMEI|ICCID|SN)\s*[:=]?\s*/i, '')

/** The format of a column, for the first row of the template. */
function exampleOf(key: ImportColumnKey): string {
  const examples: Partial<Record<ImportColumnKey, string>> = {
    terminalID: '867520000000107',
    deviceType: 'Gt06',
    sim: '13912345678',
    iccid: '89860012345678901234',
    oldIccid: '89860012345678901235',
    host: '203.0.113.7:7700',
    batch: 'B2631',
    paperNumber: 'IN-20261129-01',
    zone: 'UTC+08:00',
    platformExpireTime: '2028-12-31',
    userExpireTime: '2027-12-31',
    newUsername: 'fleet.north',
    role: 'user',
    userMonths: '12',
    platformMonths: '24',
  }
  return examples[key] ?? columnOf(key).options?.[0] ?? ''
}
