import { BarChart } from 'echarts/charts'
import { GridComponent, TooltipComponent } from 'echarts/components'
import { init, use } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'

use([BarChart, GridComponent, TooltipComponent, CanvasRenderer])

interface Picture {
  /** `value` in the unit of the axis, `shown` in words. */
  days: readonly { day: string; label: string; value: number | null; shown: string }[]
  name: string
  unit: string
  /** There are no halves of it, as of trips. */
  isWhole: boolean
}

export interface DayChartDrawing {
  draw(picture: Picture): void
  resize(): void
  stop(): void
}

/** Bars by day in an element, in the colours of the page as they are when they are drawn. */
export function startDayChart(element: HTMLElement, onDay: (day: string) => void): DayChartDrawing {
  const chart = init(element, null, { renderer: 'canvas' })
  let drawn: Picture | null = null
  // Anywhere above or in the bar: a short bar is hard to hit.
  chart.getZr().on('click', ({ offsetX, offsetY }) => {
    if (!chart.containPixel('grid', [offsetX, offsetY])) return
    const [index] = chart.convertFromPixel({ seriesIndex: 0 }, [offsetX, offsetY]) as [number, number]
    const day = drawn?.days[Math.round(index)]
    if (day) onDay(day.day)
  })
  return {
    draw(picture) {
      drawn = picture
      chart.setOption(optionsOf(picture, coloursOf(element)), { notMerge: true })
    },
    resize: () => chart.resize(),
    stop: () => chart.dispose(),
  }
}

type Colours = ReturnType<typeof coloursOf>

function coloursOf(element: HTMLElement) {
  const style = getComputedStyle(element)
  const colour = (name: string) => style.getPropertyValue(`--tw-${name}`).trim()
  return {
    bar: colour('accent'),
    strong: colour('accent-strong'),
    muted: colour('muted'),
    line: colour('line'),
    surface: colour('raised'),
    text: colour('text'),
    font: style.fontFamily,
  }
}

function optionsOf({ days, name, unit, isWhole }: Picture, colours: Colours) {
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
  return {
    animation: !isStill,
    animationDuration: 250,
    textStyle: { fontFamily: colours.font },
    grid: { left: 4, right: 4, top: 26, bottom: 2, containLabel: true },
    tooltip: {
      trigger: 'axis' as const,
      axisPointer: { type: 'shadow' as const, shadowStyle: { color: colours.line, opacity: 0.35 } },
      backgroundColor: colours.surface,
      borderColor: colours.line,
      textStyle: { color: colours.text, fontSize: 13 },
      confine: true,
      formatter: (params: unknown) => {
        const [first] = params as [{ dataIndex: number }]
        const day = days[first.dataIndex]
        return day ? `${day.label}<br><b>${day.shown}</b>` : ''
      },
    },
    xAxis: {
      type: 'category' as const,
      data: days.map(({ day }) => shortDay(day)),
      axisTick: { show: false },
      axisLine: { lineStyle: { color: colours.line } },
      axisLabel: { color: colours.muted, fontSize: 12, hideOverlap: true },
    },
    yAxis: {
      type: 'value' as const,
      name: unit,
      nameTextStyle: { color: colours.muted, fontSize: 12, align: 'left' as const },
      ...(isWhole && { minInterval: 1 }),
      splitNumber: 3,
      axisLabel: { color: colours.muted, fontSize: 12 },
      splitLine: { lineStyle: { color: colours.line } },
    },
    series: [
      {
        type: 'bar' as const,
        name,
        data: days.map(({ value }) => value),
        barMaxWidth: 36,
        itemStyle: { color: colours.bar, borderRadius: [4, 4, 0, 0] },
        emphasis: { itemStyle: { color: colours.strong } },
        cursor: 'pointer',
      },
    ],
  }
}

/** `2024-03-05` as `03-05`: the year stands above the chart. */
function shortDay(day: string): string {
  return day.slice(5)
}
