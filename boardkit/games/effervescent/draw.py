from boardkit.svg import Svg
def draw(view, language="en"):
    return str(Svg(10,10,"x"))
