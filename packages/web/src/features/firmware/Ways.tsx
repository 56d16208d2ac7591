import { EditOutlined } from '@ant-design/icons'
import {
  type FirmwareTypeWay,
  firmwareCalls,
  firmwareWayList,
} from '@trackway/core/features/firmware/calls.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { ListScreen } from '../../ui/list/ListScreen.tsx'

type Values = { way?: unknown }
const seconds = { size: 1000, name: 's' }

/** How devices of each model take firmware. */
export function Ways() {
  const { t } = useTranslation()
  const [edited, setEdited] = useState<FirmwareTypeWay | null>(null)
  const ofParts = ({ way }: Values) => way !== 'parts'
  const ofLinks = ({ way }: Values) => way === 'parts'
  return (
    <>
      <ListScreen
        list={firmwareWayList}
        rowActions={[
          { label: 'firmware.way.edit', icon: <EditOutlined />, call: firmwareCalls.saveWay, run: setEdited },
        ]}
      />
      <FormDialog
        call={firmwareCalls.saveWay}
        isOpen={edited !== null}
        title={t('firmware.way.edit', { name: edited?.deviceTypeName })}
        submitLabel={t('firmware.way.save')}
        width={560}
        onClose={() => setEdited(null)}
        label={(name) => t(`firmware.field.${name}`)}
        initial={edited ?? {}}
        fields={[
          {
            name: 'way',
            word: (code) => t(`reports.firmwareWay.${code}`),
            // Others know neither of the two messages.
            ...(edited?.wire !== 'jt808' && { options: ['text'] }),
          },
          [
            { name: 'partBytes', isHidden: ofParts, help: t('firmware.way.partBytesHelp') },
            { name: 'partsAtOnce', isHidden: ofParts, help: t('firmware.way.partsAtOnceHelp') },
          ],
          [
            { name: 'answerMs', isHidden: ofParts, unit: seconds },
            { name: 'maxSends', isHidden: ofParts, help: t('firmware.way.maxSendsHelp') },
          ],
          [
            { name: 'maker', isHidden: ofParts },
            { name: 'makerBytes', isHidden: ofParts },
          ],
          { name: 'target', isHidden: ofParts, word: (code) => t(`firmware.target.${code}`) },
          { name: 'resumes', isHidden: ofParts, help: t('firmware.way.resumesHelp') },
          { name: 'template', isHidden: ofLinks, help: t('firmware.way.templateHelp') },
          { name: 'isPlainHttp', isHidden: ofLinks, help: t('firmware.way.isPlainHttpHelp') },
        ]}
        rereads={['list', 'firmware']}
        done={() => t('firmware.way.done')}
      />
    </>
  )
}
