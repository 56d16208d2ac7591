import { Alert, Button, Flex } from 'antd'
import type { ReactNode } from 'react'
import { useTexts } from '../../base/use-texts.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { EncodingPicker } from '../../ui/pickers/EncodingPicker.tsx'
import { ImportCheck, useImportFault } from './ImportCheck.tsx'
import { ImportSource } from './ImportSource.tsx'
import { type AreaImportCalls, useAreaImport } from './use-area-import.ts'

interface ImportAreasProps extends AreaImportCalls {
  /** Its texts are `<texts>.import` and `.addMany`. */
  texts: string
  onClose: () => void
  /** Lines become corridors. */
  hasLines?: boolean
  /** Rows may be given other names. */
  canRename?: boolean
  /** Further fields. */
  children?: ReactNode
}

/** Areas from a KML, GeoJSON or CSV file: first what each row becomes or why not, then the chosen ones are added. */
export function ImportAreas(props: ImportAreasProps) {
  const { texts, onClose, hasLines = false, canRename = false, children } = props
  const { t, format } = useTexts()
  const faultText = useImportFault()
  const areaImport = useAreaImport(props, onClose)
  const { rows, setRows, opened, open, chosen, failure, result, isBusy, run } = areaImport

  return (
    <Dialog
      open
      width={rows ? 960 : 560}
      title={t(`${texts}.import`)}
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
              {t(`${texts}.addMany`, { count: chosen.length, shown: format.number(chosen.length) })}
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
            <ul className="tw-scroll-short tw-scroll">
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
        {opened && !result && (rows || failure) && (
          <Flex wrap gap={8} align="center">
            <span className="tw-small tw-muted tw-ellipsis">{opened.file.name}</span>
            <EncodingPicker
              value={opened.encoding}
              onChange={(encoding) => void open(opened.file, encoding)}
            />
          </Flex>
        )}
        {!rows && <ImportSource {...areaImport} />}
        {rows && !result && (
          <ImportCheck areaImport={areaImport} hasLines={hasLines} canRename={canRename}>
            {children}
          </ImportCheck>
        )}
      </Flex>
    </Dialog>
  )
}
