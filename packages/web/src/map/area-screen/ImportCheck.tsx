import type { FenceArea } from '@trackway/core/geo/area.ts'
import { Checkbox, Flex, Input, Table } from 'antd'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useTexts } from '../../base/use-texts.ts'
import { Field } from '../../ui/form/Field.tsx'
import { NumberField } from '../../ui/form/field-controls.tsx'
import { AreasLayer } from '../drawing/AreasLayer.tsx'
import { sizeText } from '../drawing/measure.ts'
import { MapView } from '../view/MapView.tsx'
import { FitAreas } from './FitAreas.tsx'
import styles from './ImportAreas.module.css'
import { ShapeIcon } from './ShapeIcon.tsx'
import type { AreaImport, ImportedRow } from './use-area-import.ts'

interface ImportCheckProps {
  areaImport: AreaImport
  hasLines: boolean
  canRename: boolean
  children: ReactNode
}

/** What each row becomes or why it cannot, in a table and on the map. */
export function ImportCheck({ areaImport, hasLines, canRename, children }: ImportCheckProps) {
  const { t, format } = useTexts()
  const { file, setFile, read, rows, good, areas } = areaImport
  const [onlyFaults, setOnlyFaults] = useState(false)
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
  if (!rows) return null
  return (
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
        <ImportRows areaImport={areaImport} onlyFaults={onlyFaults} canRename={canRename} />
        <div className={`${styles.map} tw-relative tw-clip`}>
          <MapView>
            <AreasLayer areas={areas} />
            <FitAreas areas={areas} fits={0} isHeld={false} />
          </MapView>
        </div>
      </div>
    </>
  )
}

interface ImportRowsProps extends Pick<ImportCheckProps, 'areaImport' | 'canRename'> {
  onlyFaults: boolean
}

function ImportRows({ areaImport, onlyFaults, canRename }: ImportRowsProps) {
  const { t, format } = useTexts()
  const faultText = useImportFault()
  const { rows, good, chosen, names, setNames, setDropped } = areaImport
  return (
    <Table<ImportedRow>
      size="small"
      rowKey="row"
      dataSource={onlyFaults ? rows!.filter(({ fault }) => fault !== null) : [...rows!]}
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
                <span className="tw-number">{sizeText(area, format, t)}</span>
              </Flex>
            ) : null,
        },
      ]}
    />
  )
}

/** Why a row cannot be imported, in words. */
export function useImportFault(): (fault: string) => string {
  const { t } = useTranslation()
  return (fault) =>
    t([
      `map.areas.import.fault.${fault}`,
      `map.areas.fault.${fault}`,
      `rules.${fault}`,
      'map.areas.import.fault.other',
    ])
}
