/**
 * What a cleaned SVG may contain. Everything else is removed (SVG 2, Appendices F and G; SVG 1.1
 * §18).
 */

const wordsOf = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Excludes script, handlers, foreignObject, feImage, and everything that loads or embeds. */
export const elements = wordsOf(`
  svg g defs symbol use switch a title desc style image view
  path rect circle ellipse line polyline polygon text tspan textPath tref altGlyph
  marker linearGradient radialGradient stop pattern clipPath mask hatch hatchpath
  filter feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting
  feDisplacementMap feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR
  feGaussianBlur feMerge feMergeNode feMorphology feOffset fePointLight feSpecularLighting
  feSpotLight feTile feTurbulence animate animateColor animateMotion animateTransform mpath set`);

export const animations = wordsOf("animate animateColor animateMotion animateTransform set");

/** Attributes whose values are not CSS: names, numbers and texts. */
export const plainAttributes = wordsOf(`
  id class d points lang role version baseProfile viewBox preserveAspectRatio zoomAndPan
  aria-label aria-labelledby aria-describedby aria-hidden tabindex focusable`);

/** Presentation attributes, and attributes with the syntax of CSS values. */
export const styledAttributes = wordsOf(`
  style x y x1 x2 y1 y2 cx cy r rx ry fx fy fr dx dy width height rotate textLength lengthAdjust
  startOffset method spacing side pathLength transform gradientTransform patternTransform
  gradientUnits spreadMethod offset patternUnits patternContentUnits clipPathUnits maskUnits
  maskContentUnits markerUnits markerWidth markerHeight refX refY orient hatchUnits pitch
  filterUnits primitiveUnits in in2 result type values tableValues slope intercept amplitude
  exponent mode operator k1 k2 k3 k4 order kernelMatrix divisor bias targetX targetY edgeMode
  kernelUnitLength preserveAlpha surfaceScale diffuseConstant specularConstant specularExponent
  limitingConeAngle pointsAtX pointsAtY pointsAtZ z azimuth elevation scale xChannelSelector
  yChannelSelector stdDeviation radius baseFrequency numOctaves seed stitchTiles
  attributeName attributeType begin dur end min max restart repeatCount repeatDur calcMode keyTimes
  keySplines keyPoints path from to by additive accumulate fill origin
  requiredFeatures requiredExtensions systemLanguage media
  alignment-baseline baseline-shift clip clip-path clip-rule color color-interpolation
  color-interpolation-filters color-rendering cursor direction display dominant-baseline
  enable-background fill-opacity fill-rule filter flood-color flood-opacity font font-family
  font-feature-settings font-kerning font-size font-size-adjust font-stretch font-style
  font-variant font-variant-ligatures font-weight image-rendering isolation kerning letter-spacing
  lighting-color line-height marker marker-end marker-mid marker-start mask mask-type
  mix-blend-mode opacity overflow paint-order pointer-events shape-rendering solid-color
  solid-opacity stop-color stop-opacity stroke stroke-dasharray stroke-dashoffset stroke-linecap
  stroke-linejoin stroke-miterlimit stroke-opacity stroke-width text-align text-anchor
  text-decoration text-indent text-rendering text-transform transform-box transform-origin
  unicode-bidi vector-effect visibility white-space word-spacing writing-mode`);

/** CSS functions that load nothing. `url` is checked separately, by its target. */
export const cssFunctions = wordsOf(`
  rgb rgba hsl hsla hwb lab lch oklab oklch color color-mix light-dark var calc min max clamp round
  matrix matrix3d translate translatex translatey translatez translate3d scale scalex scaley scalez
  scale3d rotate rotatex rotatey rotatez rotate3d skew skewx skewy perspective
  blur brightness contrast drop-shadow grayscale hue-rotate invert opacity saturate sepia
  circle ellipse inset polygon path rect xywh cubic-bezier steps linear
  not is where has nth-child nth-last-child nth-of-type nth-last-of-type and or`);

/** CSS at-rules and pseudo-classes that load nothing. */
export const cssRules = wordsOf("media supports keyframes -webkit-keyframes");
