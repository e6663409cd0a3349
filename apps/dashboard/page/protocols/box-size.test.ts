import { expect, test } from 'vitest'
import { boxWidth, fitted } from './box-size.ts'

const box = (title: string, text: string) => ({
  id: title,
  title,
  text,
  tone: 'good' as const,
  isNow: false,
  label: '',
})

test('boxes are as wide as their longest text, within limits', () => {
  expect(boxWidth([])).toBe(116)
  expect(boxWidth([box('db', 'running')])).toBe(116)
  expect(boxWidth([box('db', 'needs storage · offers sql')])).toBe(199)
  expect(boxWidth([box('x'.repeat(200), '')])).toBe(240)
})

test('a text is truncated only if it does not fit', () => {
  const width = boxWidth([box('db', 'needs storage · offers sql')])
  expect(fitted('needs storage · offers sql', width, 'text')).toBe('needs storage · offers sql')
  expect(fitted('x'.repeat(50), 116, 'title')).toBe(`${'x'.repeat(9)}…`)
})
