/** The minified build, which comes without types of its own. */
declare module "pdfjs-dist/build/pdf.min.mjs" {
  export * from "pdfjs-dist"
}
