/** A style for websites. Cluster-scoped: provided by the platform for all projects. */
import { defineResource, type ObjectOf } from 'kubewright'
import { z } from 'zod'
import { colorPattern, fontFamilyPattern, longestCssValue } from './css-value.ts'
import { group } from './names.ts'

const css = z.string().min(1).max(longestCssValue)

export const Theme = defineResource({
  group,
  version: 'v1alpha1',
  kind: 'Theme',
  scope: 'Cluster',
  description: 'Colours and font of websites.',
  spec: z.object({
    color: css.regex(colorPattern).describe('Background colour, as a CSS name, number or function.'),
    fontFamily: css.regex(fontFamilyPattern).describe('CSS font families, best first: `Open Sans, sans-serif`.'),
  }),
  columns: { Color: '.spec.color', Font: '.spec.fontFamily' },
})

export interface Theme extends ObjectOf<typeof Theme> {}
