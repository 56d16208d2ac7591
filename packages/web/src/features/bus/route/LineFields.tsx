import { BgColorsOutlined } from '@ant-design/icons'
import { type BusLine, busDirections, busLimits } from '@trackway/core/features/bus/calls.ts'
import { Button, ColorPicker, Flex, Input, Segmented } from 'antd'
import { useTranslation } from 'react-i18next'
import { Field } from '../../../ui/form/Field.tsx'
import { AccountPicker } from '../../../ui/pickers/AccountPicker.tsx'
import styles from '../bus.module.css'
import { LineVehicles } from './LineVehicles.tsx'
import type { LineEdit } from './use-line-edit.ts'

interface LineFieldsProps extends Pick<LineEdit, 'facts' | 'change'> {
  line: BusLine | null
}

/** Name, colour, direction, account and vehicles of a line. */
export function LineFields({ line, facts, change }: LineFieldsProps) {
  const { t } = useTranslation()
  return (
    <section className={`${styles.section} tw-column tw-line-below tw-padded tw-gap-12`}>
      <Flex gap={8} align="end">
        <div className="tw-grow">
          <Field label={t('bus.route.name')}>
            {(id) => (
              <Input
                id={id}
                value={facts.name}
                maxLength={64}
                onChange={({ target }) => change({ name: target.value })}
              />
            )}
          </Field>
        </div>
        <ColorPicker
          value={facts.colour}
          disabledAlpha
          onChangeComplete={(colour) => change({ colour: colour.toHexString().slice(0, 7) })}
        >
          <Button
            aria-label={t('bus.route.colour')}
            icon={<BgColorsOutlined style={{ color: facts.colour }} />}
          />
        </ColorPicker>
      </Flex>
      <Segmented
        block
        aria-label={t('bus.route.direction')}
        value={facts.direction}
        options={busDirections.map((value) => ({ value, label: t(`reports.busDirection.${value}`) }))}
        onChange={(direction) => change({ direction })}
      />
      {!line && (
        <AccountPicker
          block
          isExact
          value={facts.userId}
          label={t('bus.route.account')}
          onChange={(userId) => change({ userId, terminalIDs: [] })}
        />
      )}
      <LineVehicles
        userId={line?.userId ?? facts.userId}
        value={facts.terminalIDs}
        onChange={(terminalIDs) => change({ terminalIDs: terminalIDs.slice(0, busLimits.vehicles) })}
      />
    </section>
  )
}
