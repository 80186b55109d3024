/** The worker's task after customers of a merchant were erased. */
export const AFTER_ERASING = 'afterErasing'
