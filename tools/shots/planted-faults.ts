interface PlantedFault {
  name: string;
  path: string;
  width: number;
  style: string;
}

/** Small faults such as a wrong edit in a style sheet: two pixels, or a shade. Every studio has these pages. */
export const faults: PlantedFault[] = [
  fault("the header two pixels taller", "/", 390, "header{padding-block-end:2px!important}"),
  fault("a title two pixels to the right", "/about", 1440, "h1{translate:2px}"),
  fault("a title two pixels lower", "/treatments", 768, "h1{translate:0 2px}"),
  fault("text a shade lighter", "/privacy", 1440, "main p{opacity:.94}"),
  fault("links without their line", "/privacy", 390, "a{text-decoration:none!important}"),
  fault("a button two pixels narrower", "/contact", 390, "form button{inline-size:calc(100% - 2px)!important}"),
  fault(
    "a field's border another colour",
    "/contact",
    1440,
    "form :is(input,textarea){border-color:#8a8f8c!important}",
  ),
  fault("a picture two pixels shorter", "/about", 390, "main picture img{block-size:calc(100% - 2px)!important}"),
  fault("the footer's ground a shade off", "/results", 768, "footer{filter:brightness(1.06)}"),
  fault("letters a weight heavier", "/testimonials", 1440, "main p{font-weight:460!important}"),
];

function fault(name: string, path: string, width: number, style: string): PlantedFault {
  return { name, path, width, style };
}
