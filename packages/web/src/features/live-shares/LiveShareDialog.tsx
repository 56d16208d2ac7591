import { liveShareCalls, liveShareList } from '@trackway/core/features/live-shares/calls.ts'
import { Flex, Select } from 'antd'
import { useTexts } from '../../base/use-texts.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { LinkForm } from '../../ui/link/LinkForm.tsx'
import { ShareList } from '../../ui/shares/ShareList.tsx'
import { VehiclePicker } from '../../ui/vehicles/VehiclePicker.tsx'
import { DestinationField } from './DestinationField.tsx'

const hoursOffered = [1, 2, 4, 8, 12, 24, 72, 168, 720]
const hourMs = 3_600_000
const defaultHours = 4

interface LiveShareDialogProps {
  /** Of one vehicle also the links are listed that it has. */
  terminalIDs: readonly string[]
  /** All vehicles that are in it as the link is opened. */
  group?: { id: number; name: string }
  onClose: () => void
}

/** Makes a link that shows where a vehicle, or several, are now, and ends those made before. */
export function LiveShareDialog({ terminalIDs, group, onClose }: LiveShareDialogProps) {
  const { t, format } = useTexts()
  const hours = hoursOffered.map((value) => ({ value, label: format.duration(value * hourMs) }))
  return (
    <Dialog open footer={null} title={t('liveShares.title')} width={640} onCancel={onClose}>
      <Flex vertical gap={16}>
        <LinkForm
          call={liveShareCalls.make}
          submitLabel={t('liveShares.make')}
          label={(name) => t(`liveShares.field.${name}`)}
          initial={{
            terminalIDs: [...terminalIDs],
            hours: defaultHours,
            ...(group && { vehicleGroupId: group.id, title: group.name }),
          }}
          fields={[
            [
              ...(group
                ? []
                : [
                    {
                      name: 'terminalIDs' as const,
                      control: <VehiclePicker userId={undefined} block />,
                    },
                  ]),
              { name: 'hours', control: <Select options={hours} /> },
            ],
            'title',
            { name: 'destination', control: <DestinationField /> },
          ]}
          rereads={['list']}
        />
        {terminalIDs.length === 1 && (
          <ShareList
            list={liveShareList}
            given={{ terminalID: terminalIDs[0]! }}
            revoke={liveShareCalls.revoke}
            label="liveShares.revoke"
          />
        )}
      </Flex>
    </Dialog>
  )
}
