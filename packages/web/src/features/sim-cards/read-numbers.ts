/** What a scanner or a list says, as numbers: `ICCID:8986…` is its digits, full-width digits are digits. */
export const readNumbers = (text: string): string[] => [
  ...new Set(
    text
      .normalize('NFKC')
      .toUpperCase()
      .split(/[\s,;、；，|]+/)
      .map((part) =>
        part.replace(/^(?:ICCID|IMEI|SN|MSISDN|IMSI|SIM)[:=]/, '').replace(/["'\u200b\ufeff]/g, ''),
      )
      .filter((part) => part !== '' && part.length <= 40),
  ),
]
