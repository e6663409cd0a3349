/** Local copies of objects, kept true by watches. Everything of `@kubewright/cache`, for projects that install this package alone. */
export * from '@kubewright/cache'
