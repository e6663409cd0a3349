/** The object model: names, selectors, conditions, patches, durations, clocks. Everything of `@kubewright/core`, for projects that install this package alone. */
export * from '@kubewright/core'
