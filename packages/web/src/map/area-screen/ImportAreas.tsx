import { InboxOutlined } from '@ant-design/icons'
import { type FenceFormat, fenceBounds } from '@trackway/core/features/fences/calls.ts'
import type { FenceArea } from '@trackway/core/geo/area.ts'
import { Alert, Button, Checkbox, Flex, Input, Table, Upload } from 'antd'
import { type ReactNode, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useTexts } from '../../base/use-texts.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/form/Field.tsx'
import { NumberField } from '../../ui/form/field-controls.tsx'
import { AreasLayer, type NamedArea } from '../drawing/AreasLayer.tsx'
import { sizeText } from '../drawing/measure.ts'
import { MapView } from '../view/MapView.tsx'
import { FitAreas } from './FitAreas.tsx'
import styles from './ImportAreas.module.css'
import { ShapeIcon } from './ShapeIcon.tsx'

/** An outline of a file: what it becomes, or why it cannot. */
export interface ImportedRow {
  row: number
  name: string
  area: FenceArea | null
  fault: string | null
}

/** A file, and what its points and lines become. */
export interface ImportedFile {
  format?: FenceFormat
  text: string
  pointRadiusM: number
  lineWidthM: number
}

/** A row to add, under its name or another one. */
export interface AddedRow {
  row: number
  name: string
}

interface ImportAreasProps {
  title: string
  /** The button that adds so many. */
  addLabel: (count: number) => string
  /** What a file would become; nothing of it is stored. */
  check: (file: ImportedFile) => Promise<{ format: FenceFormat; list: readonly ImportedRow[] }>
  add: (file: ImportedFile, rows: AddedRow[]) => Promise<{ added: number; failed: readonly FailedRow[] }>
  onClose: () => void
  /** Lines become corridors. */
  hasLines?: boolean
  /** Rows may be given other names. */
  canRename?: boolean
  /** What else is asked for. */
  children?: ReactNode
}

interface FailedRow {
  row: number
  name: string
  fault: string
}

const accepted = '.kml,.geojson,.json,.csv,.txt'
const usualM = 200

/** Areas from a KML, GeoJSON or CSV file: first what each row becomes or why not, then those that are wanted are added. */
export function ImportAreas(props: ImportAreasProps) {
  const { title, addLabel, check, add, onClose, hasLines = false, canRename = false, children } = props
  const { t, format, toText } = useTexts()
  const faultText = useImportFault()
  const [file, setFile] = useState<ImportedFile>({ text: '', pointRadiusM: usualM, lineWidthM: usualM })
  const [rows, setRows] = useState<readonly ImportedRow[] | null>(null)
  const [names, setNames] = useState<ReadonlyMap<number, string>>(new Map())
  const [dropped, setDropped] = useState<ReadonlySet<number>>(new Set())
  const [onlyFaults, setOnlyFaults] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [result, setResult] = useState<{ added: number; failed: readonly FailedRow[] } | null>(null)
  const [isBusy, setBusy] = useState(false)

  const during = async (work: () => Promise<void>) => {
    setBusy(true)
    setFailure(null)
    try {
      await work()
    } catch (error) {
      setFailure(toText(error))
    } finally {
      setBusy(false)
    }
  }
  const read = (next: ImportedFile) => {
    setFile(next)
    if (next.text.trim() === '') return
    void during(async () => {
      const answer = await check(next)
      setFile({ ...next, format: answer.format })
      setRows(answer.list)
      setDropped(new Set())
    })
  }
  const good = useMemo(() => (rows ?? []).filter(({ fault }) => fault === null), [rows])
  const chosen = good.filter(({ row }) => !dropped.has(row))
  const areas = useMemo(
    (): NamedArea[] =>
      good.flatMap(({ row, name, area }) => (area ? [{ id: row, name, area, isOff: dropped.has(row) }] : [])),
    [good, dropped],
  )
  const run = () =>
    during(async () => {
      const wanted = chosen.map(({ row, name }) => ({ row, name: names.get(row)?.trim() || name }))
      const answer = await add(file, wanted)
      setResult(answer)
      if (answer.failed.length === 0) onClose()
    })
  const size = (key: 'pointRadiusM' | 'lineWidthM', min: number, max: number) => (
    <Field label={t(`map.areas.import.${key}`)}>
      {(id) => (
        <NumberField
          id={id}
          facts={{ kind: 'number', isRequired: true, isNullable: false, min, max }}
          unit={{ name: t('map.areas.metres'), digits: 0 }}
          min={min}
          max={max}
          value={file[key]}
          onChange={(metres) => metres !== null && setFile({ ...file, [key]: metres })}
          onBlur={() => rows && read(file)}
        />
      )}
    </Field>
  )

  return (
    <Dialog
      open
      width={rows ? 960 : 560}
      title={title}
      onCancel={onClose}
      footer={
        result ? (
          <Button type="primary" onClick={onClose}>
            {t('ui.layout.close')}
          </Button>
        ) : rows ? (
          <>
            <Button onClick={() => setRows(null)}>{t('map.areas.import.other')}</Button>
            <Button type="primary" loading={isBusy} disabled={chosen.length === 0} onClick={() => void run()}>
              {addLabel(chosen.length)}
            </Button>
          </>
        ) : (
          <Button onClick={onClose}>{t('ui.form.cancel')}</Button>
        )
      }
    >
      <Flex vertical gap={12}>
        {failure && <Alert type="error" showIcon title={failure} />}
        {result && (
          <>
            <Alert type="warning" showIcon title={t('map.areas.import.added', { count: result.added })} />
            <ul className={`${styles.failed} tw-scroll`}>
              {result.failed.map(({ row, name, fault }) => (
                <li key={row}>
                  <strong>
                    {row}. {name}
                  </strong>{' '}
                  {faultText(fault)}
                </li>
              ))}
            </ul>
          </>
        )}
        {!rows && (
          <>
            <Upload.Dragger
              accept={accepted}
              showUploadList={false}
              disabled={isBusy}
              beforeUpload={(picked) => {
                void during(async () => {
                  const text = await picked.text()
                  if (text.length > fenceBounds.importChars) setFailure(t('map.areas.import.tooLarge'))
                  else read({ ...file, text })
                })
                return false
              }}
            >
              <InboxOutlined className={styles.drop!} />
              <p>{t(isBusy ? 'map.areas.import.reading' : 'map.areas.import.drop')}</p>
              <p className="tw-muted tw-small">{t('map.areas.import.dropNote')}</p>
            </Upload.Dragger>
            <Input.TextArea
              rows={4}
              aria-label={t('map.areas.import.paste')}
              placeholder={t('map.areas.import.paste')}
              onPaste={(event) => {
                const text = event.clipboardData.getData('text')
                if (text) read({ ...file, text })
              }}
            />
          </>
        )}
        {rows && !result && (
          <>
            <Flex wrap gap={12} align="end">
              {size('pointRadiusM', 100, 1_000_000)}
              {hasLines && size('lineWidthM', 20, 20_000)}
              {children}
              <span className="tw-muted tw-push" role="status">
                {t('map.areas.import.summary', {
                  good: format.number(good.length),
                  faults: format.number(rows.length - good.length),
                })}
              </span>
              {rows.length > good.length && (
                <Checkbox checked={onlyFaults} onChange={(event) => setOnlyFaults(event.target.checked)}>
                  {t('map.areas.import.onlyFaults')}
                </Checkbox>
              )}
            </Flex>
            <div className={`${styles.check} tw-grid tw-gap-12`}>
              <Table<ImportedRow>
                size="small"
                rowKey="row"
                dataSource={onlyFaults ? rows.filter(({ fault }) => fault !== null) : [...rows]}
                pagination={{ pageSize: 50, hideOnSinglePage: true, showSizeChanger: false }}
                scroll={{ y: 320 }}
                rowSelection={{
                  selectedRowKeys: chosen.map(({ row }) => row),
                  getCheckboxProps: ({ fault, name }) => ({ disabled: fault !== null, 'aria-label': name }),
                  onChange: (keys) =>
                    setDropped(new Set(good.map(({ row }) => row).filter((row) => !keys.includes(row)))),
                }}
                columns={[
                  { title: t('map.areas.import.row'), dataIndex: 'row', width: 56 },
                  {
                    title: t('map.areas.import.name'),
                    dataIndex: 'name',
                    render: (name: string, { row, fault }) =>
                      canRename && fault === null ? (
                        <Input
                          size="small"
                          maxLength={64}
                          aria-label={t('map.areas.import.nameOf', { row })}
                          defaultValue={names.get(row) ?? name}
                          onBlur={(event) => setNames(new Map(names).set(row, event.target.value))}
                        />
                      ) : (
                        name
                      ),
                  },
                  {
                    title: t('map.areas.import.becomes'),
                    dataIndex: 'area',
                    render: (area: FenceArea | null, { fault }) =>
                      fault !== null ? (
                        <span className="tw-danger">{faultText(fault)}</span>
                      ) : area ? (
                        <Flex align="center" gap={6}>
                          <ShapeIcon shape={area.shape} />
                          <span className="tw-number">{sizeText(area, format)}</span>
                        </Flex>
                      ) : null,
                  },
                ]}
              />
              <div className={`${styles.map} tw-relative tw-clip`}>
                <MapView>
                  <AreasLayer areas={areas} />
                  <FitAreas areas={areas} fits={0} isHeld={false} />
                </MapView>
              </div>
            </div>
          </>
        )}
      </Flex>
    </Dialog>
  )
}

/** Why a row cannot be imported, in words. */
function useImportFault(): (fault: string) => string {
  const { t } = useTranslation()
  return (fault) =>
    t([
      `map.areas.import.fault.${fault}`,
      `map.areas.fault.${fault}`,
      `rules.${fault}`,
      'map.areas.import.fault.other',
    ])
}
